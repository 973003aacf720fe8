SELECT t.uid FROM tombstones t JOIN folders f ON f.id = t.folder_id
WHERE t.folder_id = :folder_id AND t.uid_validity = f.uid_validity
      AND t.uid BETWEEN :first AND :last AND t.at_server > 0;
