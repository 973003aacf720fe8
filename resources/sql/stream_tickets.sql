-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: stream_tickets_find
SELECT t.user_id, t.token_id, t.token_version, t.token_expires_at, t.expires_at
FROM stream_tickets t
JOIN users u ON u.id = t.user_id AND u.token_version = t.token_version
WHERE t.hash = :hash AND NOT EXISTS (SELECT 1 FROM revoked_tokens r WHERE r.jti = t.token_id);

-- name: stream_tickets_insert
INSERT INTO stream_tickets (hash, user_id, token_id, token_version, token_expires_at, expires_at)
VALUES (:hash, :user_id, :token_id, :token_version, :token_expires_at, :expires_at);

-- name: stream_tickets_prune
DELETE FROM stream_tickets WHERE expires_at <= :before;

-- name: stream_tickets_use
DELETE FROM stream_tickets WHERE hash = :hash;
