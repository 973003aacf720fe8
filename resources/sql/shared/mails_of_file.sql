-- Mails of a folder that may be one that is imported.
SELECT id FROM mails
WHERE account_id = :account_id AND message_id = :message_id AND size = :size
      AND folder_id = :folder_id
