-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: tombstones_alike
-- The tombstone of a mail that has the same evidence as a mail of this folder. A tombstone whose mail is no
-- longer at its old place at the server is preferred.
SELECT folder_id, uid_validity, uid, at_server FROM tombstones
WHERE account_id = :account_id AND evidence = :evidence
      AND (email_id = '' OR :email_id = '' OR email_id = :email_id)
      AND (:in_any_folder = 1 OR folder_id <> :folder_id)
ORDER BY at_server
LIMIT 1;

-- name: tombstones_any
-- Whether the folder has tombstones, and whether the account has tombstones that can be recognised in other
-- folders.
SELECT EXISTS (SELECT 1 FROM tombstones WHERE folder_id = :folder_id) AS in_folder,
       EXISTS (SELECT 1 FROM tombstones WHERE account_id = :account_id AND evidence IS NOT NULL)
           AS in_account;

-- name: tombstones_copies
-- Copies that may be the new places of mails of the folder that were deleted here. The copies are not settled
-- yet, and at the last check the server still had the deleted mails.
SELECT m.id, m.account_id, m.folder_id, m.listing, m.is_read, m.is_starred, m.has_attachment,
       m.uid, m.server_flags, t.uid AS buried_uid
FROM tombstones t JOIN folders f ON f.id = t.folder_id AND f.uid_validity = t.uid_validity
     JOIN mails m ON m.id = t.copy_id
WHERE t.folder_id = :folder_id AND t.copy_id <> 0 AND t.at_server > 0
      AND m.unsettled IS NOT NULL AND m.listing = 2;

-- name: tombstones_copy
-- A mail that was deleted here was copied at the server: the copy gets a tombstone too, so that it is not stored.
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
-- at_server = 1: the mail is not deleted at the server, because it was recognised only by a hash.
UPDATE tombstones
SET folder_id = :folder_id, uid_validity = :uid_validity, uid = :uid, at_server = 1, copy_id = 0
WHERE folder_id = :old_folder_id AND uid_validity = :old_uid_validity AND uid = :old_uid;

-- name: tombstones_insert
-- :is_there: the server has the mail. It is deleted there too if the account has delete_on_server.
INSERT INTO tombstones (folder_id, uid_validity, uid, account_id, identity, evidence, email_id,
                        copy_id, at_server)
VALUES (:folder_id, :uid_validity, :uid, :account_id, :identity, :evidence, :email_id, :copy_id,
        :is_there * (SELECT 1 + delete_on_server FROM accounts WHERE id = :account_id))
ON CONFLICT (folder_id, uid_validity, uid) DO NOTHING;

-- name: tombstones_keep_at_server
UPDATE tombstones SET at_server = 1 WHERE account_id = :account_id AND at_server = 2;

-- name: tombstones_move
-- at_server = 1: the mail is not deleted at the server, because it was recognised only by a hash.
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
