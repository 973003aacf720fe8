SELECT EXISTS (SELECT 1 FROM mails WHERE folder_id = :folder_id AND uid IS NULL);
