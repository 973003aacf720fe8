SELECT 1 FROM tombstones
WHERE folder_id = :folder_id AND uid_validity = :uid_validity AND uid = :uid;
