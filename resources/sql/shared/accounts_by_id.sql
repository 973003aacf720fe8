SELECT id, uuid, owner_id, name, email, host, port, username, security, auth_type, secret_ref,
       smtp_host, smtp_port, smtp_security, smtp_username, smtp_secret_ref, sender_name,
       sync_mode, sync_days, folders, delete_on_server, on_expunge, flag_sync, append_sent,
       tls_pin, proxy_url, notify, status, error_code, error_message, last_sync_at, failures,
       failing_since_ms, auth_failures, auth_failing_since_ms, next_attempt_at_ms, created_at,
       updated_at, proxy_secret_ref, auth_mechanism, smtp_auth_mechanism, proven_mechanism,
       smtp_proven_mechanism, folder_roles, oauth_provider
FROM accounts
WHERE id = :id AND deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner);
