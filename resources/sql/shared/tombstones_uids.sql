SELECT t.uid, t.at_server FROM tombstones t JOIN folders f ON f.id = t.folder_id
WHERE t.folder_id = :folder_id AND t.uid_validity = f.uid_validity
ORDER BY t.uid;
