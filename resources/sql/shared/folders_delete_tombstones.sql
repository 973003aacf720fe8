DELETE FROM tombstones WHERE folder_id = :folder_id;
