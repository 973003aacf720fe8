-- SPDX-License-Identifier: GPL-3.0-or-later

-- columns: account
id, uuid, owner_id, name, email, host, port, username, security, auth_type, secret_ref,
smtp_host, smtp_port, smtp_security, smtp_username, smtp_secret_ref, sender_name,
sync_mode, sync_days, folders, delete_on_server, on_expunge, flag_sync, append_sent,
tls_pin, proxy_url, notify, status, error_code, error_message, last_sync_at, failures,
failing_since_ms, auth_failures, auth_failing_since_ms, next_attempt_at_ms, created_at,
updated_at, proxy_secret_ref, auth_mechanism, smtp_auth_mechanism, proven_mechanism,
smtp_proven_mechanism, folder_roles, oauth_provider

-- name: accounts_all
SELECT /*columns:account*/ id
FROM accounts
WHERE deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner)
ORDER BY id;

-- name: accounts_by_id
SELECT /*columns:account*/ id
FROM accounts
WHERE id = :id AND deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner);

-- name: accounts_count_pass
UPDATE accounts SET passes = passes + 1 WHERE id = :id;

-- name: accounts_delete
DELETE FROM accounts WHERE id = :id AND deleting_at IS NOT NULL;

-- name: accounts_flag_sync
SELECT flag_sync FROM accounts WHERE id = :id;

-- name: accounts_insert
INSERT INTO accounts (uuid, owner_id, name, email, host, port, username, security, auth_type,
                      secret_ref, smtp_host, smtp_port, smtp_security, smtp_username,
                      smtp_secret_ref, sender_name, sync_mode, sync_days, folders,
                      delete_on_server, on_expunge, flag_sync, append_sent, tls_pin, proxy_url,
                      proxy_secret_ref, folder_roles, notify, auth_mechanism,
                      smtp_auth_mechanism, oauth_provider, status, created_at, updated_at)
VALUES (:uuid, :owner_id, :name, :email, :host, :port, :username, :security, :auth_type,
        :secret_ref, :smtp_host, :smtp_port, :smtp_security, :smtp_username,
        :smtp_secret_ref, :sender_name, :sync_mode, :sync_days, :folders,
        :delete_on_server, :on_expunge, :flag_sync, :append_sent, :tls_pin, :proxy_url,
        :proxy_secret_ref, :folder_roles, :notify, :auth_mechanism, :smtp_auth_mechanism,
        :oauth_provider, :status, :now, :now)
RETURNING id;

-- name: accounts_mark_deleted
UPDATE accounts SET deleting_at = :now WHERE id = :id AND deleting_at IS NULL;

-- name: accounts_note_health
UPDATE accounts
SET status = :status, error_code = :error_code, error_message = :error_message,
    failures = :failures, failing_since_ms = :failing_since_ms, auth_failures = :auth_failures,
    auth_failing_since_ms = :auth_failing_since_ms, next_attempt_at_ms = :next_attempt_at_ms
WHERE id = :id AND deleting_at IS NULL AND status <> 'disabled';

-- name: accounts_note_mechanism
UPDATE accounts SET proven_mechanism = :mechanism
WHERE id = :id AND deleting_at IS NULL AND host = :host AND port = :port AND secret_ref = :secret_ref;

-- name: accounts_note_smtp_mechanism
UPDATE accounts SET smtp_proven_mechanism = :mechanism
WHERE id = :id AND deleting_at IS NULL AND smtp_host = :smtp_host AND smtp_port = :smtp_port
    AND secret_ref = :secret_ref AND smtp_secret_ref = :smtp_secret_ref;

-- name: accounts_owned
SELECT COUNT(*)
FROM (SELECT 1 FROM accounts WHERE owner_id = :user_id AND deleting_at IS NULL LIMIT :most) AS owned;

-- name: accounts_owner
SELECT owner_id FROM accounts WHERE id = :id;

-- name: accounts_replace_secret
UPDATE accounts SET secret_ref = :new_ref
WHERE id = :id AND deleting_at IS NULL AND auth_type = 'oauth2' AND secret_ref = :old_ref;

-- name: accounts_secret_refs
SELECT secret_ref, smtp_secret_ref, proxy_secret_ref FROM accounts WHERE id = :id AND deleting_at IS NOT NULL;

-- name: accounts_seen
SELECT count(*) FROM accounts
WHERE id = :id AND deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner);

-- name: accounts_set_folders
UPDATE accounts SET folders = :folders, folder_roles = :folder_roles, updated_at = :now
WHERE id = :id AND deleting_at IS NULL;

-- name: accounts_set_health
UPDATE accounts
SET status = :status, error_code = :error_code, error_message = :error_message,
    failures = :failures, failing_since_ms = :failing_since_ms, auth_failures = :auth_failures,
    auth_failing_since_ms = :auth_failing_since_ms, next_attempt_at_ms = :next_attempt_at_ms
WHERE id = :id AND deleting_at IS NULL;

-- name: accounts_set_synced
UPDATE accounts SET last_sync_at = :last_sync_at WHERE id = :id AND deleting_at IS NULL;

-- name: accounts_to_purge
SELECT id FROM accounts WHERE deleting_at IS NOT NULL ORDER BY id;

-- name: accounts_update
UPDATE accounts
SET name = :name, email = :email, host = :host, port = :port, username = :username,
    security = :security, auth_type = :auth_type, oauth_provider = :oauth_provider, secret_ref = :secret_ref,
    smtp_host = :smtp_host, smtp_port = :smtp_port, smtp_security = :smtp_security,
    smtp_username = :smtp_username, smtp_secret_ref = :smtp_secret_ref,
    sender_name = :sender_name, sync_mode = :sync_mode, sync_days = :sync_days,
    folders = :folders, folder_roles = :folder_roles, delete_on_server = :delete_on_server, on_expunge = :on_expunge,
    flag_sync = :flag_sync, append_sent = :append_sent, tls_pin = :tls_pin,
    proxy_url = :proxy_url, proxy_secret_ref = :proxy_secret_ref, notify = :notify,
    proven_mechanism = CASE
        WHEN host = :host AND port = :port AND security = :security AND username = :username
            AND secret_ref = :secret_ref AND auth_mechanism = :auth_mechanism
        THEN proven_mechanism ELSE '' END,
    smtp_proven_mechanism = CASE
        WHEN host = :host AND email = :email AND username = :username
            AND secret_ref = :secret_ref AND smtp_host = :smtp_host AND smtp_port = :smtp_port
            AND smtp_security = :smtp_security AND smtp_username = :smtp_username
            AND smtp_secret_ref = :smtp_secret_ref
            AND smtp_auth_mechanism = :smtp_auth_mechanism
        THEN smtp_proven_mechanism ELSE '' END,
    auth_mechanism = :auth_mechanism, smtp_auth_mechanism = :smtp_auth_mechanism,
    updated_at = :now
WHERE id = :id AND deleting_at IS NULL;
