-- Who sent the most of the mails received in that time. The name is that of the newest mail that has
-- one, and its id is in the low bits of sort_key.
SELECT s.address, s.total, s.unread, COALESCE(n.from_name, '')
FROM (SELECT lower(m.from_addr) AS address, COUNT(*) AS total,
             SUM(CASE WHEN m.is_read = 0 THEN 1 ELSE 0 END) AS unread,
             MAX(CASE WHEN m.from_name <> '' THEN m.sort_key END) AS newest
      FROM accounts a CROSS JOIN mails m INDEXED BY mails_of_account
      WHERE a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner)
            AND (CAST(:account AS BIGINT) = 0 OR a.id = :account)
            AND m.account_id = a.id AND m.listing BETWEEN 1 AND 2
            AND m.sort_key >= :since AND m.sort_key < :before AND m.from_addr <> ''
            AND m.folder_id NOT IN (SELECT id FROM folders WHERE role = 'sent')
      GROUP BY lower(m.from_addr)
      ORDER BY total DESC, address
      LIMIT :limit) AS s
     LEFT JOIN mails n ON n.id = s.newest & 1073741823
ORDER BY s.total DESC, s.address;
