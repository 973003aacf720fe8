SELECT EXISTS (SELECT 1 FROM mails WHERE folder_id = :folder_id)
    OR EXISTS (SELECT 1 FROM tombstones WHERE folder_id = :folder_id);
