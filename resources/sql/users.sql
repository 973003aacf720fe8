-- SPDX-License-Identifier: GPL-3.0-or-later

-- columns: user
id, uuid, username, role, password_hash, token_version, created_at, updated_at

-- name: users_all
SELECT /*columns:user*/ id
FROM users ORDER BY id;

-- name: users_by_id
SELECT /*columns:user*/ id
FROM users WHERE id = :id;

-- name: users_by_name
SELECT /*columns:user*/ id
FROM users WHERE username_key = :username_key;

-- name: users_delete
DELETE FROM users WHERE id = :id;

-- name: users_delete_drafts
DELETE FROM drafts WHERE user_id = :id;

-- name: users_delete_events
DELETE FROM events WHERE user_id = :id AND user_id <> 0 RETURNING length(data);

-- name: users_delete_idempotency
DELETE FROM idempotency_keys WHERE user_id = :id;

-- name: users_delete_push
DELETE FROM push_subscriptions WHERE user_id = :id;

-- name: users_delete_settings
DELETE FROM settings WHERE user_id = :id;

-- name: users_delete_user_settings
DELETE FROM user_settings WHERE user_id = :id;

-- name: users_delete_webhook_secrets
DELETE FROM secrets WHERE ref IN (SELECT secret_ref FROM webhooks WHERE user_id = :id);

-- name: users_delete_webhooks
DELETE FROM webhooks WHERE user_id = :id;

-- name: users_end_log_ins
UPDATE users SET token_version = token_version + :now;

-- name: users_insert
INSERT INTO users (uuid, username, username_key, role, password_hash, token_version,
                   created_at, updated_at)
VALUES (:uuid, :username, :username_key, :role, :password_hash, :token_version,
        :created_at, :created_at)
RETURNING id;

-- name: users_raise_token_version
UPDATE users SET token_version = token_version + 1, updated_at = :now WHERE id = :id;

-- name: users_set_password
UPDATE users
SET password_hash = :password_hash, token_version = token_version + :raise, updated_at = :now
WHERE id = :id;
