-- Of each day how many mails were received, plus 2^30 for each one sent: one walk over the mails of
-- the day in their index, where GROUP BY would sort all of them.
WITH RECURSIVE days (day) AS (
    SELECT CAST(:first AS BIGINT) UNION ALL SELECT day + 1 FROM days WHERE day < :last)
SELECT day,
       (SELECT COALESCE(SUM(CASE WHEN m.listing = 3
                                      OR m.folder_id IN (SELECT id FROM folders WHERE role = 'sent')
                                 THEN 1073741824 ELSE 1 END), 0)
        FROM accounts a CROSS JOIN mails m INDEXED BY mails_of_account
        WHERE a.deleting_at IS NULL AND (:owner = 0 OR a.owner_id = :owner)
              AND (:account = 0 OR a.id = :account)
              AND m.account_id = a.id AND m.listing BETWEEN 1 AND 3
              AND m.sort_key >= (day * 86400) << 30 AND m.sort_key < ((day + 1) * 86400) << 30)
FROM days
ORDER BY day;
