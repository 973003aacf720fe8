-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: mails_history [sqlite]
-- For each day, the number of received mails plus 2^30 for each sent mail. Reads the mails of each day from the
-- index, because GROUP BY would sort all mails.
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
              AND m.sort_key >= (day * 86400) << 30 AND m.sort_key < ((day + 1) * 86400) << 30) AS counts
FROM days
ORDER BY day;

-- name: mails_history [postgresql]
-- For each day, the number of received mails plus 2^30 for each sent mail.
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
              AND m.sort_key >= (day * 86400) << 30 AND m.sort_key < ((day + 1) * 86400) << 30) AS counts
FROM days
ORDER BY day;

-- name: mails_senders [sqlite]
-- The senders with the most mails received in this time. The name is taken from the newest mail with
-- a name; the low bits of its sort_key are its id.
SELECT s.address, s.total, s.unread, COALESCE(n.from_name, '') AS name
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

-- name: mails_senders [postgresql]
-- The senders with the most mails received in this time. The name is taken from the newest mail with
-- a name; the low bits of its sort_key are its id.
SELECT s.address, s.total, s.unread, COALESCE(n.from_name, '') AS name
FROM (SELECT lower(m.from_addr) AS address, COUNT(*) AS total,
             SUM(CASE WHEN m.is_read = 0 THEN 1 ELSE 0 END) AS unread,
             MAX(CASE WHEN m.from_name <> '' THEN m.sort_key END) AS newest
      FROM accounts a CROSS JOIN mails m
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

-- name: stats
SELECT a.id, a.name, a.email,
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) THEN c.n END), 0) AS total,
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) AND c.is_read = 0 THEN c.n END), 0) AS unread,
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) AND c.is_starred = 1 THEN c.n END), 0) AS starred,
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) AND c.has_attachment = 1 THEN c.n END), 0)
           AS with_attachment,
       COALESCE(SUM(CASE WHEN c.listing = 3 THEN c.n END), 0) AS sent,
       COALESCE(SUM(CASE WHEN c.listing = 0 THEN c.n END), 0) AS hidden
FROM accounts a LEFT JOIN counters c ON c.account_id = a.id
WHERE a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner)
      AND (CAST(:account AS BIGINT) = 0 OR a.id = :account)
GROUP BY a.id, a.name, a.email
ORDER BY a.id;
