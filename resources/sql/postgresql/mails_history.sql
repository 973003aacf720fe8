-- Of each day how many mails were received, plus 2^30 for each one sent.
WITH RECURSIVE days (day) AS (
    SELECT CAST(:first AS BIGINT) UNION ALL SELECT day + 1 FROM days WHERE day < :last)
SELECT day,
       (SELECT COALESCE(SUM(CASE WHEN m.listing = 3
                                      OR m.folder_id IN (SELECT id FROM folders WHERE role = 'sent')
                                 THEN 1073741824 ELSE 1 END), 0)
        FROM accounts a JOIN mails m ON m.account_id = a.id
        WHERE a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner)
              AND (CAST(:account AS BIGINT) = 0 OR a.id = :account)
              AND m.listing BETWEEN 1 AND 3
              AND m.sort_key >= (day * 86400) << 30 AND m.sort_key < ((day + 1) * 86400) << 30)
FROM days
ORDER BY day;
