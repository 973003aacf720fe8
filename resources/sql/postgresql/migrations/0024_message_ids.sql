-- As new ones are cut (Text::shortMessageId): an index row of PostgreSQL has 2,704 bytes at most, so
-- a folder with a longer one could not be brought in step after its server gave it new UIDs.
UPDATE mails SET message_id = substr(message_id, 1, 248) || '…' WHERE octet_length(message_id) > 998;
