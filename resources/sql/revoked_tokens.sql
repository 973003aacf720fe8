-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: revoked_current
SELECT jti, expires_at FROM revoked_tokens WHERE expires_at >= :now;

-- name: revoked_find
SELECT 1 FROM revoked_tokens WHERE jti = :jti;

-- name: revoked_insert
INSERT INTO revoked_tokens (jti, expires_at) VALUES (:jti, :expires_at)
ON CONFLICT (jti) DO NOTHING;

-- name: revoked_prune
DELETE FROM revoked_tokens WHERE expires_at < :now;
