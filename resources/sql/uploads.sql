-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: upload_piece
SELECT /*binary*/ bytes FROM upload_pieces WHERE token = :token AND position = :position;

-- name: upload_pieces_insert
INSERT INTO upload_pieces (token, position, bytes) VALUES (/*binary*/ :token, :position, :bytes);

-- name: uploads_by_token
SELECT token, user_id, filename, content_type, size, is_in_database, is_in_s3, created_at, expires_at
FROM uploads
WHERE token = :token AND user_id = :user_id AND is_complete = 1 AND expires_at > :now;

-- name: uploads_complete
UPDATE uploads SET is_complete = 1, size = :size WHERE token = :token AND is_complete = 0;

-- name: uploads_drop
DELETE FROM uploads WHERE token = :token AND is_complete = 0;

-- name: uploads_expire
DELETE FROM uploads
WHERE (is_complete = 1 AND expires_at <= :now)
    OR NOT EXISTS (SELECT 1 FROM users WHERE users.id = uploads.user_id);

-- name: uploads_insert
INSERT INTO uploads (token, user_id, filename, content_type, size, is_complete, is_in_database, is_in_s3,
                     created_at, expires_at)
VALUES (:token, :user_id, :filename, :content_type, :size, 0, :is_in_database, :is_in_s3, :created_at, :expires_at);

-- name: uploads_keep
UPDATE uploads SET expires_at = :until
WHERE is_complete = 1 AND expires_at < :until
    AND EXISTS (SELECT 1 FROM drafts
                WHERE drafts.user_id = uploads.user_id
                    AND drafts.attachments_json LIKE '%' || uploads.token || '%');

-- name: uploads_page
SELECT token, user_id, filename, content_type, size, is_in_database, is_in_s3, created_at, expires_at
FROM uploads
WHERE user_id = :user_id AND is_complete = 1 AND expires_at > :now
ORDER BY created_at DESC, token DESC LIMIT :count OFFSET :offset;

-- name: uploads_remove
DELETE FROM uploads WHERE token = :token AND user_id = :user_id AND is_complete = 1;

-- name: uploads_stale [sqlite]
DELETE FROM uploads
WHERE is_complete = 0 AND (is_in_database = 1 OR is_in_s3 = 1)
    AND written_at < CAST(strftime('%s', 'now') AS INTEGER) - :seconds;

-- name: uploads_stale [postgresql]
DELETE FROM uploads
WHERE is_complete = 0 AND (is_in_database = 1 OR is_in_s3 = 1)
    AND written_at < CAST(extract(epoch FROM clock_timestamp()) AS BIGINT) - :seconds;

-- name: uploads_sums
SELECT COUNT(*) AS total, COALESCE(SUM(size), 0) AS bytes FROM uploads
WHERE user_id = :user_id AND is_complete = 1 AND expires_at > :now;

-- name: uploads_tokens
SELECT token, is_complete, CASE WHEN is_in_database = 1 OR is_in_s3 = 1 THEN 0 ELSE 1 END AS is_file, created_at
FROM uploads;

-- name: uploads_touch [sqlite]
UPDATE uploads SET written_at = CAST(strftime('%s', 'now') AS INTEGER) WHERE token = :token AND is_complete = 0;

-- name: uploads_touch [postgresql]
UPDATE uploads SET written_at = CAST(extract(epoch FROM clock_timestamp()) AS BIGINT)
WHERE token = :token AND is_complete = 0;

-- name: uploads_used
SELECT COUNT(*) AS total, COALESCE(SUM(size), 0) AS bytes FROM uploads WHERE user_id = :user_id;
