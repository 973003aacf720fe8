SELECT f.path, f.role,
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) THEN c.n END), 0),
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) AND c.is_read = 0 THEN c.n END), 0)
FROM folders f LEFT JOIN counters c ON c.account_id = f.account_id AND c.folder_id = f.id
WHERE f.account_id = :account_id AND f.path <> '$sent'
GROUP BY f.path, f.role
ORDER BY f.path;
