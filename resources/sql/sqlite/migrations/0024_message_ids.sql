-- As new ones are cut (Text::shortMessageId), so that mails are recognised, and a copy of the database
-- goes into PostgreSQL, whose index rows have 2,704 bytes at most.
UPDATE mails SET message_id = substr(message_id, 1, 248) || '…' WHERE length(CAST(message_id AS BLOB)) > 998;
