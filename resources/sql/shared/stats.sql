SELECT a.id, a.name, a.email,
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) THEN c.n END), 0),
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) AND c.is_read = 0 THEN c.n END), 0),
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) AND c.is_starred = 1 THEN c.n END), 0),
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) AND c.has_attachment = 1 THEN c.n END), 0),
       COALESCE(SUM(CASE WHEN c.listing = 3 THEN c.n END), 0),
       COALESCE(SUM(CASE WHEN c.listing = 0 THEN c.n END), 0)
FROM accounts a LEFT JOIN counters c ON c.account_id = a.id
WHERE a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner)
      AND (CAST(:account AS BIGINT) = 0 OR a.id = :account)
GROUP BY a.id, a.name, a.email
ORDER BY a.id;
