SELECT id FROM mails WHERE folder_id = :folder_id LIMIT :max;
