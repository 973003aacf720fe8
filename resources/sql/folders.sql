-- SPDX-License-Identifier: GPL-3.0-or-later

-- columns: folder
id, account_id, path, role, uid_validity, uid_next_at_first_import, uid_next,
first_import_done, highest_modseq, list_low_uid, compared_at

-- name: folder_problems_delete
DELETE FROM folder_problems WHERE account_id = :account_id;

-- name: folder_problems_of
SELECT account_id, path, role, problem FROM folder_problems
WHERE CAST(:account_id AS BIGINT) = 0 OR account_id = :account_id
ORDER BY account_id, path, role;

-- name: folder_problems_put
INSERT INTO folder_problems (account_id, path, role, problem)
VALUES (:account_id, :path, :role, :problem)
ON CONFLICT (account_id, path, role) DO NOTHING;

-- name: folders_by_id
SELECT /*columns:folder*/ id
FROM folders WHERE id = :id;

-- name: folders_by_path
SELECT /*columns:folder*/ id
FROM folders WHERE account_id = :account_id AND path = :path;

-- name: folders_compare_all
UPDATE folders SET compared_at = 0;

-- name: folders_compare_anew
UPDATE folders SET compared_at = 0 WHERE account_id = :account_id;

-- name: folders_counts
SELECT f.path, f.role,
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) THEN c.n END), 0) AS total,
       COALESCE(SUM(CASE WHEN c.listing IN (1, 2) AND c.is_read = 0 THEN c.n END), 0) AS unread
FROM folders f LEFT JOIN counters c ON c.account_id = f.account_id AND c.folder_id = f.id
WHERE f.account_id = :account_id AND f.path <> '$sent'
GROUP BY f.path, f.role
ORDER BY f.path;

-- name: folders_delete
DELETE FROM folders WHERE id = :folder_id;

-- name: folders_delete_counters
DELETE FROM counters WHERE folder_id = :folder_id;

-- name: folders_delete_tombstones
DELETE FROM tombstones WHERE folder_id = :folder_id;

-- name: folders_ensure
INSERT INTO folders (account_id, path, role) VALUES (:account_id, :path, :role)
ON CONFLICT (account_id, path) DO UPDATE SET role = excluded.role;

-- name: folders_held
-- How many mails the folder has at the server, according to this database: the listed mails, and the mails that
-- were deleted here but not at the server.
SELECT (SELECT COALESCE(SUM(n), 0) FROM counters
        WHERE account_id = :account_id AND folder_id = :folder_id AND listing = 2)
     + (SELECT COUNT(*) FROM tombstones
        WHERE folder_id = :folder_id AND uid_validity = :uid_validity AND at_server > 0);

-- name: folders_is_used
SELECT EXISTS (SELECT 1 FROM mails WHERE folder_id = :folder_id)
    OR EXISTS (SELECT 1 FROM tombstones WHERE folder_id = :folder_id);

-- name: folders_mails
SELECT id FROM mails WHERE folder_id = :folder_id LIMIT :max;

-- name: folders_move
UPDATE folders SET path = :path, role = :role WHERE id = :id;

-- name: folders_of
SELECT /*columns:folder*/ id
FROM folders WHERE account_id = :account_id ORDER BY id;

-- name: folders_sent
SELECT id FROM folders WHERE account_id = :account_id AND role = 'sent' AND path <> '$sent';

-- name: folders_with_changes
-- Folders of the account with flag changes or deletions that must be stored at the mail server.
SELECT m.folder_id FROM pending_flag_changes c JOIN mails m ON m.id = c.mail_id
WHERE c.account_id = :account_id AND m.listing = 2 AND m.uid IS NOT NULL
      AND (c.mask <> 0 OR c.sent <> 0)
UNION
SELECT t.folder_id FROM tombstones t JOIN folders f ON f.id = t.folder_id
WHERE t.account_id = :account_id AND t.at_server = 2 AND t.uid_validity = f.uid_validity;

-- name: folders_update
UPDATE folders
SET role = :role, uid_validity = :uid_validity,
    uid_next_at_first_import = :uid_next_at_first_import, uid_next = :uid_next,
    first_import_done = :first_import_done, highest_modseq = :highest_modseq,
    list_low_uid = :list_low_uid, compared_at = :compared_at
WHERE id = :id;

-- name: server_folders_delete
DELETE FROM server_folders WHERE account_id = :account_id AND path = :path;

-- name: server_folders_of
SELECT path, role, selectable, total, unread FROM server_folders
WHERE account_id = :account_id ORDER BY path;

-- name: server_folders_put
INSERT INTO server_folders (account_id, path, role, selectable, total, unread)
VALUES (:account_id, :path, :role, :selectable, :total, :unread)
ON CONFLICT (account_id, path) DO UPDATE
SET role = excluded.role, selectable = excluded.selectable, total = excluded.total,
    unread = excluded.unread;
