UPDATE mails SET uid = NULL WHERE folder_id = :folder_id AND uid IS NOT NULL;
