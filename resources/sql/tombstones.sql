-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: tombstones_alike
-- A mail that was deleted here and is recognised in this folder; one that is gone from where it was
-- first.
SELECT folder_id, uid_validity, uid, at_server FROM tombstones
WHERE account_id = :account_id AND evidence = :evidence
      AND (email_id = '' OR :email_id = '' OR email_id = :email_id)
      AND (:in_any_folder = 1 OR folder_id <> :folder_id)
ORDER BY at_server
LIMIT 1;

-- name: tombstones_any
-- Whether mails of the folder were deleted here, and mails of the account that are recognised elsewhere.
SELECT EXISTS (SELECT 1 FROM tombstones WHERE folder_id = :folder_id),
       EXISTS (SELECT 1 FROM tombstones WHERE account_id = :account_id AND evidence IS NOT NULL);

-- name: tombstones_copies
-- Copies that may be the new places of mails of the folder that were deleted here: those that are still
-- as they came, while the server had the deleted ones at the last look.
SELECT m.id, m.account_id, m.folder_id, m.listing, m.is_read, m.is_starred, m.has_attachment,
       m.uid, m.server_flags, t.uid
FROM tombstones t JOIN folders f ON f.id = t.folder_id AND f.uid_validity = t.uid_validity
     JOIN mails m ON m.id = t.copy_id
WHERE t.folder_id = :folder_id AND t.copy_id <> 0 AND t.at_server > 0
      AND m.unsettled IS NOT NULL AND m.listing = 2;

-- name: tombstones_copy
-- The mail that was deleted here was copied at the server; the copy stays away too.
INSERT INTO tombstones (folder_id, uid_validity, uid, account_id, identity, evidence, email_id,
                        copy_id, at_server)
SELECT :folder_id, :uid_validity, :uid, account_id, identity, evidence, email_id, 0, 1
FROM tombstones
WHERE folder_id = :old_folder_id AND uid_validity = :old_uid_validity AND uid = :old_uid
ON CONFLICT (folder_id, uid_validity, uid) DO NOTHING;

-- name: tombstones_find
SELECT 1 FROM tombstones
WHERE folder_id = :folder_id AND uid_validity = :uid_validity AND uid = :uid;

-- name: tombstones_follow
-- Recognised by its identity only, which is not enough to delete it at the server.
UPDATE tombstones
SET folder_id = :folder_id, uid_validity = :uid_validity, uid = :uid, at_server = 1, copy_id = 0
WHERE folder_id = :old_folder_id AND uid_validity = :old_uid_validity AND uid = :old_uid;

-- name: tombstones_insert
-- :is_there: the server has the mail; it is deleted there too if the account is set so.
INSERT INTO tombstones (folder_id, uid_validity, uid, account_id, identity, evidence, email_id,
                        copy_id, at_server)
VALUES (:folder_id, :uid_validity, :uid, :account_id, :identity, :evidence, :email_id, :copy_id,
        :is_there * (SELECT 1 + delete_on_server FROM accounts WHERE id = :account_id))
ON CONFLICT (folder_id, uid_validity, uid) DO NOTHING;

-- name: tombstones_keep_at_server
UPDATE tombstones SET at_server = 1 WHERE account_id = :account_id AND at_server = 2;

-- name: tombstones_move
-- Recognised by its identity only, which is not enough to delete it at the server.
UPDATE tombstones SET uid_validity = :uid_validity, uid = :uid, at_server = 1
WHERE folder_id = :folder_id
      AND (uid_validity, uid) = (SELECT uid_validity, uid FROM tombstones
                                 WHERE folder_id = :folder_id AND identity = :identity
                                       AND uid_validity <> :uid_validity
                                 LIMIT 1);

-- name: tombstones_note_place
UPDATE tombstones SET at_server = :at_server
WHERE folder_id = :folder_id AND uid = :uid
      AND uid_validity = (SELECT uid_validity FROM folders WHERE id = :folder_id);

-- name: tombstones_to_delete
SELECT t.uid FROM tombstones t JOIN folders f ON f.id = t.folder_id
WHERE t.account_id = :account_id AND t.folder_id = :folder_id AND t.at_server = 2
      AND t.uid_validity = f.uid_validity
ORDER BY t.uid
LIMIT :max;

-- name: tombstones_uids
SELECT t.uid, t.at_server FROM tombstones t JOIN folders f ON f.id = t.folder_id
WHERE t.folder_id = :folder_id AND t.uid_validity = f.uid_validity
ORDER BY t.uid;

-- name: tombstones_uids_between
SELECT t.uid FROM tombstones t JOIN folders f ON f.id = t.folder_id
WHERE t.folder_id = :folder_id AND t.uid_validity = f.uid_validity
      AND t.uid BETWEEN :first AND :last AND t.at_server > 0;
