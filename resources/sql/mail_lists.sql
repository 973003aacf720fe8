-- SPDX-License-Identifier: GPL-3.0-or-later

-- columns: mail_row [sqlite]
m.id, m.account_id, m.folder_id, m.uid, m.created_at, m.sent_at, m.stored_at, m.size,
m.is_read, m.is_starred, m.has_attachment, m.is_html, m.listing, m.body_state,
CAST(m.message_id AS BLOB) AS message_id, CAST(m.from_addr AS BLOB) AS from_addr,
CAST(m.from_name AS BLOB) AS from_name, CAST(m.to_json AS BLOB) AS to_json,
CAST(m.cc_json AS BLOB) AS cc_json, CAST(m.subject AS BLOB) AS subject,
CAST(m.summary AS BLOB) AS summary, CAST(f.path AS BLOB) AS folder,
CAST(f.role AS BLOB) AS folder_role, CAST(a.name AS BLOB) AS account_name,
COALESCE(m.thread_id, m.id) AS thread_id,
CASE WHEN m.thread_id IS NULL THEN 1
     ELSE (SELECT count(*)
           FROM (SELECT 1 FROM mails t
                 WHERE t.thread_id = m.thread_id AND t.listing > 0
                       AND t.account_id NOT IN (SELECT id FROM accounts
                                                WHERE deleting_at IS NOT NULL)
                 LIMIT 101))
END AS thread_size

-- columns: mail_row [postgresql]
m.id, m.account_id, m.folder_id, m.uid, m.created_at, m.sent_at, m.stored_at, m.size,
m.is_read, m.is_starred, m.has_attachment, m.is_html, m.listing, m.body_state, m.message_id,
m.from_addr, m.from_name, m.to_json, m.cc_json, m.subject, m.summary, f.path AS folder,
f.role AS folder_role, a.name AS account_name, COALESCE(m.thread_id, m.id) AS thread_id,
CASE WHEN m.thread_id IS NULL THEN 1
     ELSE (SELECT count(*)
           FROM (SELECT 1 FROM mails t
                 WHERE t.thread_id = m.thread_id AND t.listing > 0
                       AND t.account_id NOT IN (SELECT id FROM accounts
                                                WHERE deleting_at IS NOT NULL)
                 LIMIT 101) AS few)
END AS thread_size

-- name: mails_by_id [sqlite]
SELECT /*columns:mail_row*/ m.id
FROM mails m
     CROSS JOIN folders f ON f.id = m.folder_id
     CROSS JOIN accounts a ON a.id = m.account_id
WHERE m.id = :id AND a.deleting_at IS NULL AND (:owner = 0 OR a.owner_id = :owner);

-- name: mails_by_id [postgresql]
SELECT /*columns:mail_row*/ m.id
FROM mails m
     JOIN folders f ON f.id = m.folder_id
     JOIN accounts a ON a.id = m.account_id
WHERE m.id = :id AND a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner);

-- name: mails_by_ids [postgresql]
SELECT /*columns:mail_row*/ m.id
FROM mails m
     JOIN folders f ON f.id = m.folder_id
     JOIN accounts a ON a.id = m.account_id
WHERE m.id = ANY (CAST(:ids AS BIGINT[])) AND a.deleting_at IS NULL;

-- name: mails_count [sqlite]
SELECT count(*) FROM mails /*index*/ WHERE /*where*/ 1;

-- name: mails_count [postgresql]
SELECT count(*) FROM mails /*index*/ WHERE /*where*/ TRUE;

-- name: mails_first [postgresql]
-- One of the first pages and its total in a single query: these pages are requested most often, and the round
-- trip of a query costs more than its result. firstpage.cpp replaces the marks.
WITH totals (everything, seen, matching, of_account, unread, starred) AS MATERIALIZED (/*totals*/ SELECT 0, 0, 0, 0, 0, 0)
SELECT /*columns:mail_row*/ m.id,
       totals.matching AS total
FROM totals
     LEFT JOIN (SELECT /*id*/ id FROM mails
                WHERE /*where*/ TRUE
                ORDER BY /*inner*/ sort_key DESC
                LIMIT :limit OFFSET :offset) AS page ON TRUE
     LEFT JOIN LATERAL (SELECT * FROM mails WHERE id = page.id OFFSET 0) AS m ON TRUE
     LEFT JOIN folders f ON f.id = m.folder_id
     LEFT JOIN accounts a ON a.id = m.account_id
ORDER BY /*outer*/ m.sort_key DESC;

-- name: mails_page [sqlite]
-- Returns texts as bytes, because the answer is UTF-8 too. The page is determined from one index alone, then its
-- rows are read. mailpage.cpp replaces the marks.
SELECT /*columns:mail_row*/ m.id
FROM mails m
     CROSS JOIN folders f ON f.id = m.folder_id
     CROSS JOIN accounts a ON a.id = m.account_id
WHERE m.id IN (SELECT id FROM mails /*index*/
               WHERE /*where*/ 1
               ORDER BY /*inner*/ sort_key DESC
               LIMIT :limit OFFSET :offset)
ORDER BY /*outer*/ m.sort_key DESC;

-- name: mails_page [postgresql]
-- The page is determined from one index alone, then its rows are read one by one. Without OFFSET 0 the planner
-- may choose another plan, because the size of the page is unknown to it. mailpage.cpp replaces the marks.
SELECT /*columns:mail_row*/ m.id
FROM (SELECT /*id*/ id FROM mails /*index*/
      WHERE /*where*/ TRUE
      ORDER BY /*inner*/ sort_key DESC
      LIMIT :limit OFFSET :offset) AS page
     CROSS JOIN LATERAL (SELECT * FROM mails WHERE id = page.id OFFSET 0) AS m
     JOIN folders f ON f.id = m.folder_id
     JOIN accounts a ON a.id = m.account_id
ORDER BY /*outer*/ m.sort_key DESC;

-- name: mails_totals
-- The number of all mails, of those that the viewer may see, of those that match the filter, and the sizes of
-- the indexes that are candidates for the page. Reads only the counters. mailtotals.cpp replaces the mark.
SELECT COALESCE(SUM(n), 0) AS everything,
       COALESCE(SUM(CASE WHEN seen THEN n END), 0) AS seen,
       COALESCE(SUM(CASE WHEN seen AND /*counted*/ TRUE THEN n END), 0) AS matching,
       COALESCE(SUM(CASE WHEN account_id = :account THEN n END), 0) AS of_account,
       COALESCE(SUM(CASE WHEN is_read = 0 THEN n END), 0) AS unread,
       COALESCE(SUM(CASE WHEN is_starred = 1 THEN n END), 0) AS starred
FROM (SELECT c.account_id, c.folder_id, c.listing, c.is_read, c.is_starred, c.has_attachment, c.n,
             a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner) AS seen
      FROM counters c JOIN accounts a ON a.id = c.account_id) AS counted;
