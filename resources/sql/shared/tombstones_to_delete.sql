SELECT t.uid FROM tombstones t JOIN folders f ON f.id = t.folder_id
WHERE t.account_id = :account_id AND t.folder_id = :folder_id AND t.at_server = 2
      AND t.uid_validity = f.uid_validity
ORDER BY t.uid
LIMIT :max;
