-- SPDX-License-Identifier: GPL-3.0-or-later

-- columns: mail_state
m.id, m.account_id, m.folder_id, m.listing, m.is_read, m.is_starred, m.has_attachment,
m.uid, m.server_flags

-- name: mails_alike [sqlite]
-- Mails of the account that may be the same mail as an incoming one; those that vanished from the server come
-- before the others. Returns the columns of mails_state, and further ones that are compared.
SELECT /*columns:mail_state*/ m.id,
       m.email_id, m.created_at, m.from_addr, m.subject, m.body_state
FROM mails m INDEXED BY mails_alike
WHERE m.account_id = :account_id AND m.message_id = :message_id AND m.size = :size
      AND COALESCE(m.sent_at, m.created_at) = :time AND m.listing <= 2
      AND NOT EXISTS (SELECT 1 FROM folders f
                      WHERE f.id = m.folder_id AND substr(f.path, 1, 10) = '$imported/')
ORDER BY m.listing, m.id
LIMIT 32;

-- name: mails_alike_all [postgresql]
-- The same as mails_alike of SQLite, for a batch; `place` is the index in the batch.
SELECT a.id, a.account_id, a.folder_id, a.listing, a.is_read, a.is_starred, a.has_attachment,
       a.uid, a.server_flags, a.email_id, a.created_at, a.from_addr, a.subject, a.body_state, r.place
FROM json_to_recordset(CAST(:rows AS json)) AS r (
         place BIGINT, account_id BIGINT, message_id TEXT, size BIGINT, time BIGINT)
     CROSS JOIN LATERAL (
         SELECT * FROM mails m
         WHERE m.account_id = r.account_id AND m.message_id = r.message_id AND m.size = r.size
               AND COALESCE(m.sent_at, m.created_at) = r.time AND m.listing <= 2
               AND NOT EXISTS (SELECT 1 FROM folders f
                               WHERE f.id = m.folder_id
                                     AND substr(f.path, 1, 10) = '$imported/')
         ORDER BY m.account_id, m.message_id, m.size, COALESCE(m.sent_at, m.created_at), m.listing,
                  m.id
         LIMIT 32) AS a
ORDER BY r.place, a.listing, a.id

-- name: mails_body_state
SELECT body_state FROM mails WHERE id = :id;

-- name: mails_copies [sqlite]
-- The newer copies of a mail at the server; copies that arrived recently (`unsettled`) come first. Without
-- a Message-ID, a mail is a copy only if it has the same EMAILID or the same stored body.
SELECT c.id, c.account_id, c.folder_id, c.listing, c.is_read, c.is_starred, c.has_attachment,
       c.uid, c.server_flags, c.email_id, c.unsettled, c.copy_flags
FROM mails m
     CROSS JOIN mails c ON c.id IN (
         SELECT x.id FROM mails x INDEXED BY mails_alike
         WHERE x.account_id = m.account_id AND x.message_id = m.message_id AND x.size = m.size
               AND COALESCE(x.sent_at, x.created_at) = COALESCE(m.sent_at, m.created_at)
               AND x.listing = 2 AND x.id > m.id
         ORDER BY x.id
         LIMIT 32)
WHERE m.id = :id AND c.uid IS NOT NULL
      AND (m.email_id = '' OR c.email_id = '' OR c.email_id = m.email_id)
      AND (m.message_id <> '' OR (m.email_id <> '' AND c.email_id = m.email_id)
           OR (c.folder_id <> m.folder_id AND c.created_at = m.created_at
               AND c.from_addr = m.from_addr AND c.subject = m.subject
               AND (SELECT raw FROM bodies WHERE mail_id = c.id)
                   = (SELECT raw FROM bodies WHERE mail_id = m.id)))
ORDER BY CASE WHEN c.unsettled IS NULL THEN 1 ELSE 0 END, c.id;

-- name: mails_copies [postgresql]
-- The newer copies of a mail at the server; copies that arrived recently (`unsettled`) come first. Without
-- a Message-ID, a mail is a copy only if it has the same EMAILID or the same stored body.
SELECT c.id, c.account_id, c.folder_id, c.listing, c.is_read, c.is_starred, c.has_attachment,
       c.uid, c.server_flags, c.email_id, c.unsettled, c.copy_flags
FROM (SELECT * FROM mails WHERE id = :id OFFSET 0) AS m
     CROSS JOIN LATERAL (
         SELECT * FROM mails x
         WHERE x.account_id = m.account_id AND x.message_id = m.message_id AND x.size = m.size
               AND COALESCE(x.sent_at, x.created_at) = COALESCE(m.sent_at, m.created_at)
               AND x.listing = 2 AND x.id > m.id
         ORDER BY x.account_id, x.message_id, x.size, COALESCE(x.sent_at, x.created_at), x.listing,
                  x.id
         LIMIT 32) AS c
WHERE c.uid IS NOT NULL AND (m.email_id = '' OR c.email_id = '' OR c.email_id = m.email_id)
      AND (m.message_id <> '' OR (m.email_id <> '' AND c.email_id = m.email_id)
           OR (c.folder_id <> m.folder_id AND c.created_at = m.created_at
               AND c.from_addr = m.from_addr AND c.subject = m.subject
               AND (SELECT raw FROM bodies WHERE mail_id = c.id)
                   = (SELECT raw FROM bodies WHERE mail_id = m.id)))
ORDER BY CASE WHEN c.unsettled IS NULL THEN 1 ELSE 0 END, c.id

-- name: mails_copy_flags
SELECT copy_flags FROM mails WHERE id = :id;

-- name: mails_correct_header
UPDATE mails
SET from_key = :from_key, subject_key = :subject_key, from_addr = :from_addr, from_name = :from_name,
    to_json = :to_json, cc_json = :cc_json, subject = :subject
WHERE id = :id;

-- name: mails_delete
DELETE FROM mails WHERE id = :id;

-- name: mails_export
SELECT id FROM mails
WHERE folder_id = :folder_id AND listing > 0
ORDER BY id

-- name: mails_export_one
SELECT created_at, from_addr, message_id, body_state FROM mails WHERE id = :id

-- name: mails_has_lost_uid
SELECT EXISTS (SELECT 1 FROM mails WHERE folder_id = :folder_id AND uid IS NULL);

-- name: mails_hidden_copies
-- Hidden rows of the same mail, which vanished from other places. Empty while lists show another row of the mail.
SELECT h.id, h.account_id, h.folder_id, h.listing, h.is_read, h.is_starred, h.has_attachment,
       h.uid, h.server_flags
FROM mails m
     JOIN mails h ON h.account_id = m.account_id AND h.message_id = m.message_id
          AND h.size = m.size
          AND COALESCE(h.sent_at, h.created_at) = COALESCE(m.sent_at, m.created_at)
          AND h.listing = 0 AND h.id <> m.id
WHERE m.id = :id AND m.message_id <> ''
      AND (m.email_id = '' OR h.email_id = '' OR h.email_id = m.email_id)
      AND NOT EXISTS (SELECT 1 FROM mails v
                      WHERE v.account_id = m.account_id AND v.message_id = m.message_id
                            AND v.size = m.size
                            AND COALESCE(v.sent_at, v.created_at)
                                = COALESCE(m.sent_at, m.created_at)
                            AND v.listing IN (1, 2) AND v.id <> m.id)
LIMIT 32;

-- name: mails_identity
SELECT message_id, created_at, size, from_addr, subject, sent_at, email_id FROM mails WHERE id = :id;

-- name: mails_insert
INSERT INTO mails (id, account_id, folder_id, uid, listing, created_at, sent_at, stored_at, size,
                   is_read, is_starred, has_attachment, is_html, server_flags, body_state,
                   search_state, sort_key, sent_key, from_key, subject_key, message_id, from_addr,
                   from_name, to_json, cc_json, subject, summary, email_id, thread_id,
                   thread_state)
VALUES (:id, :account_id, :folder_id, :uid, :listing, :created_at, :sent_at, :stored_at, :size,
        :is_read, :is_starred, :has_attachment, :is_html, :server_flags, :body_state,
        :search_state, :sort_key, :sent_key, :from_key, :subject_key, :message_id, :from_addr,
        :from_name, :to_json, :cc_json, :subject, :summary, :email_id, :thread_id,
        :thread_state)
ON CONFLICT (folder_id, uid) DO NOTHING;

-- name: mails_insert_all [postgresql]
-- Inserts the same columns as mails_insert, for a batch; mailwriter.cpp makes :rows.
INSERT INTO mails (id, account_id, folder_id, uid, listing, created_at, sent_at, stored_at, size,
                   is_read, is_starred, has_attachment, is_html, server_flags, body_state,
                   search_state, sort_key, sent_key, from_key, subject_key, message_id, from_addr,
                   from_name, to_json, cc_json, subject, summary, email_id, thread_id,
                   thread_state)
SELECT id, account_id, folder_id, uid, listing, created_at, sent_at, stored_at, size, is_read,
       is_starred, has_attachment, is_html, server_flags, body_state, search_state, sort_key,
       sent_key, decode(from_key, 'base64'), decode(subject_key, 'base64'), message_id, from_addr,
       from_name, to_json, cc_json, subject, summary, email_id, thread_id, thread_state
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    id BIGINT, account_id BIGINT, folder_id BIGINT, uid BIGINT, listing SMALLINT, created_at BIGINT,
    sent_at BIGINT, stored_at BIGINT, size BIGINT, is_read SMALLINT, is_starred SMALLINT,
    has_attachment SMALLINT, is_html SMALLINT, server_flags SMALLINT, body_state SMALLINT,
    search_state SMALLINT, sort_key BIGINT, sent_key BIGINT, from_key TEXT, subject_key TEXT,
    message_id TEXT, from_addr TEXT, from_name TEXT, to_json TEXT, cc_json TEXT, subject TEXT,
    summary TEXT, email_id TEXT, thread_id BIGINT, thread_state SMALLINT)

-- name: mails_known_uids
SELECT uid, server_flags FROM mails
WHERE folder_id = :folder_id AND uid IS NOT NULL AND listing = 2
ORDER BY uid;

-- name: mails_last_id
SELECT COALESCE(max(id), 0) FROM mails;

-- name: mails_leaving
-- Mails to delete: all folders were checked twice after these mails vanished.
SELECT m.id FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.account_id = :account_id AND m.unsettled <= a.passes - 3 AND m.listing = 0
      AND a.on_expunge = 'delete'
LIMIT :max;

-- name: mails_listed
SELECT /*columns:mail_state*/ m.id,
       m.message_id, m.from_addr, m.from_name, m.to_json, m.cc_json, m.subject
FROM mails m WHERE m.id = :id

-- name: mails_listed_all [postgresql]
SELECT m.id, m.account_id, m.folder_id, m.listing, m.is_read, m.is_starred, m.has_attachment,
       m.uid, m.server_flags, m.message_id, m.from_addr, m.from_name, m.to_json, m.cc_json, m.subject
FROM mails m WHERE m.id = ANY (CAST(:ids AS BIGINT[]))

-- name: mails_lose_uids
UPDATE mails SET uid = NULL WHERE folder_id = :folder_id AND uid IS NOT NULL;

-- name: mails_lost_uid
SELECT /*columns:mail_state*/ m.id
FROM mails m
WHERE m.folder_id = :folder_id AND m.uid IS NULL AND m.listing = 2
LIMIT :max;

-- name: mails_match
SELECT /*columns:mail_state*/ m.id
FROM mails m
WHERE m.folder_id = :folder_id AND m.uid IS NULL AND m.message_id = :message_id
      AND m.size = :size AND (m.created_at = :created_at OR m.sent_at = :sent_at)
      AND (m.message_id <> '' OR (m.from_addr = :from_addr AND m.subject = :subject))
ORDER BY m.id
LIMIT 1;

-- name: mails_match_sent
SELECT /*columns:mail_state*/ m.id
FROM mails m
WHERE m.folder_id = :folder_id AND m.uid IS NULL AND m.message_id = :message_id
ORDER BY m.id
LIMIT 1;

-- name: mails_next_id [sqlite]
SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'mails'), 0) + 1;

-- name: mails_next_id [postgresql]
SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END FROM mails_id_seq;

-- name: mails_note_beside
UPDATE mails
SET copy_flags = :copy_flags,
    unsettled = (SELECT passes FROM accounts WHERE id = mails.account_id)
WHERE id = :id;

-- name: mails_note_ids [postgresql]
-- Advances the sequence, so that no id is used twice, even after its mail was deleted.
SELECT setval('mails_id_seq', :last);

-- name: mails_of_file
-- Mails of the folder that may be the same as a mail that is being imported.
SELECT id FROM mails
WHERE account_id = :account_id AND message_id = :message_id AND size = :size
      AND folder_id = :folder_id

-- name: mails_on_server
SELECT /*columns:mail_state*/ m.id
FROM mails m
WHERE m.folder_id = :folder_id AND m.uid > :after AND m.listing = 2
ORDER BY m.uid
LIMIT :max;

-- name: mails_recent_copy_flags
-- The flags that the mail noted if it arrived recently as a copy of an older mail; otherwise no row.
SELECT copy_flags FROM mails WHERE id = :id AND unsettled IS NOT NULL AND copy_flags IS NOT NULL;

-- name: mails_sample
SELECT uid, size, message_id FROM mails
WHERE folder_id = :folder_id AND uid IS NOT NULL AND listing = 2
ORDER BY uid DESC
LIMIT :max;

-- name: mails_set_attachment
UPDATE mails SET has_attachment = :has_attachment WHERE id = :id;

-- name: mails_set_bodies [postgresql]
-- :ids are those of the rows. PostgreSQL expects 100 rows of JSON, and without :ids it would read all mails of a table
-- that had fewer than about 5,000 when the statement was planned.
UPDATE mails m
SET summary = r.summary, is_html = r.is_html, has_attachment = r.has_attachment,
    body_state = r.body_state, search_state = 1
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    id BIGINT, summary TEXT, is_html SMALLINT, has_attachment SMALLINT, body_state SMALLINT)
WHERE m.id = ANY (CAST(:ids AS BIGINT[])) AND m.id = r.id

-- name: mails_set_body
UPDATE mails
SET summary = :summary, is_html = :is_html, body_state = :body_state, search_state = 1
WHERE id = :id;

-- name: mails_set_body_state
UPDATE mails SET body_state = :body_state WHERE id = :id;

-- name: mails_set_copied
UPDATE mails
SET is_read = :is_read, is_starred = :is_starred, copy_flags = :copy_flags,
    unsettled = (SELECT passes FROM accounts WHERE id = mails.account_id)
WHERE id = :id;

-- name: mails_set_copy_flags
UPDATE mails SET copy_flags = :copy_flags WHERE id = :id;

-- name: mails_set_flags
UPDATE mails SET is_read = :is_read, is_starred = :is_starred WHERE id = :id;

-- name: mails_set_followed_flags
-- 4 is \Answered, which only the server changes.
UPDATE mails SET server_flags = :server_flags | (server_flags & 4) WHERE id = :id;

-- name: mails_set_leaving
-- The mail vanished from its folder. It is deleted later unless it is found in another folder.
UPDATE mails
SET listing = 0, unsettled = (SELECT passes FROM accounts WHERE id = mails.account_id)
WHERE id = :id;

-- name: mails_set_listing
UPDATE mails SET listing = :listing, unsettled = NULL WHERE id = :id;

-- name: mails_set_place
-- The full text index contains the folder, so a mail that was moved is indexed again.
UPDATE mails
SET search_state = CASE WHEN folder_id <> :folder_id THEN 1
                        ELSE search_state END,
    email_id = CASE WHEN :email_id = '' THEN email_id
                    ELSE :email_id END,
    folder_id = :folder_id, uid = :uid, listing = 2, unsettled = NULL,
    is_read = :is_read, is_starred = :is_starred, server_flags = :server_flags | (server_flags & 4)
WHERE id = :id;

-- name: mails_set_server_flags
UPDATE mails SET server_flags = :server_flags WHERE id = :id AND server_flags <> :server_flags;

-- name: mails_set_thread
UPDATE mails SET thread_id = :thread_id, thread_state = :thread_state WHERE id = :id;

-- name: mails_settle
UPDATE mails SET unsettled = NULL
WHERE id IN (SELECT m.id FROM mails m JOIN accounts a ON a.id = m.account_id
             WHERE m.account_id = :account_id AND m.unsettled <= a.passes - 3
                   AND (m.listing <> 0 OR a.on_expunge <> 'delete')
             LIMIT :max);

-- name: mails_state
SELECT /*columns:mail_state*/ m.id
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.id = :id AND a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner);

-- name: mails_state_any
SELECT /*columns:mail_state*/ m.id
FROM mails m WHERE m.id = :id;

-- name: mails_state_by_uid
SELECT /*columns:mail_state*/ m.id
FROM mails m WHERE m.folder_id = :folder_id AND m.uid = :uid;

-- name: mails_uids_away
-- UIDs of mails that are no longer at the server, but still have a UID in this folder.
SELECT uid FROM mails
WHERE folder_id = :folder_id AND uid IS NOT NULL AND listing IN (0, 1)
ORDER BY uid;

-- name: mails_uids_between
SELECT uid FROM mails
WHERE folder_id = :folder_id AND uid BETWEEN :first AND :last AND listing = 2;

-- name: mails_uids_here [postgresql]
-- OFFSET 0 forces one look-up in the unique index for each uid. A join that was planned while the table was
-- empty read all mails of the folder.
SELECT u.uid
FROM unnest(CAST(:uids AS BIGINT[])) AS u (uid)
WHERE EXISTS (SELECT 1 FROM mails m WHERE m.folder_id = :folder_id AND m.uid = u.uid OFFSET 0)

-- name: mails_unread_of
SELECT id FROM mails
WHERE is_read = 0 AND listing IN (1, 2)
      AND account_id IN (SELECT id FROM accounts
                         WHERE deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner)
                               AND (CAST(:account AS BIGINT) = 0 OR id = :account))
      AND (:path = '' OR folder_id IN (SELECT id FROM folders WHERE path = :path))
ORDER BY sort_key DESC
LIMIT :max;

-- name: mails_unsettled_any
SELECT EXISTS (SELECT 1 FROM mails WHERE account_id = :account_id AND unsettled IS NOT NULL)
       OR EXISTS (SELECT 1 FROM pending_flag_changes
                  WHERE account_id = :account_id AND (stored <> 0 OR sent <> 0));

-- name: mails_wanting_body
-- A copy that may be a moved mail is skipped until that is settled: the body of a moved mail is stored already.
SELECT id, uid, size FROM mails
WHERE folder_id = :folder_id AND body_state = 0 AND uid < :below AND size <= :max_size
      AND listing = 2 AND (unsettled IS NULL OR message_id = '')
ORDER BY uid DESC
LIMIT :max;

-- name: verify_mails
-- The mails that were at the server at the last check, with their state there and the marks that users see.
SELECT uid, size, server_flags, is_read, is_starred, message_id, body_state
FROM mails
WHERE folder_id = :folder_id AND uid IS NOT NULL AND listing = 2
ORDER BY uid
