-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: attachments_by_id
SELECT t.id, t.mail_id, t.part_path, t.filename, t.content_type, t.size, t.content_id, t.is_inline
FROM attachments t JOIN mails m ON m.id = t.mail_id JOIN accounts a ON a.id = m.account_id
WHERE t.id = :id AND a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner);

-- name: attachments_delete
DELETE FROM attachments WHERE id = :id;

-- name: attachments_delete_others [postgresql]
-- Deletes all attachments of these mails except those whose parts are in :rows.
DELETE FROM attachments a
WHERE a.mail_id = ANY (CAST(:mails AS BIGINT[]))
    AND NOT EXISTS (
        SELECT 1 FROM json_to_recordset(CAST(:rows AS json)) AS r (mail_id BIGINT, part_path TEXT)
        WHERE r.mail_id = a.mail_id AND r.part_path = a.part_path)

-- name: attachments_of
SELECT t.id, t.mail_id, t.part_path, t.filename, t.content_type, t.size, t.content_id, t.is_inline
FROM attachments t WHERE t.mail_id = :mail_id ORDER BY t.id;

-- name: attachments_put
INSERT INTO attachments (mail_id, part_path, filename, content_type, size, content_id, is_inline)
VALUES (:mail_id, :part_path, :filename, :content_type, :size, :content_id, :is_inline)
ON CONFLICT (mail_id, part_path) DO UPDATE
SET filename = excluded.filename, content_type = excluded.content_type, size = excluded.size,
    content_id = excluded.content_id, is_inline = excluded.is_inline;

-- name: attachments_put_all [postgresql]
-- Inserts the attachments in the order of the rows, so their ids have the same order.
INSERT INTO attachments (mail_id, part_path, filename, content_type, size, content_id, is_inline)
SELECT mail_id, part_path, filename, content_type, size, content_id, is_inline
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    mail_id BIGINT, part_path TEXT, filename TEXT, content_type TEXT, size BIGINT, content_id TEXT,
    is_inline BIGINT)
ON CONFLICT (mail_id, part_path) DO UPDATE
SET filename = excluded.filename, content_type = excluded.content_type, size = excluded.size,
    content_id = excluded.content_id, is_inline = excluded.is_inline

-- name: attachments_set_size
UPDATE attachments SET size = :size WHERE id = :id;
