SELECT id, user_id, name, url, headers, secret_ref, has_secret, body_template, enabled, events, mode,
       filters, last_status, last_status_code, last_trigger_at, error_message,
       consecutive_failures, failing_since, disabled_reason, paused_until_ms, created_at,
       updated_at
FROM webhooks
WHERE id = :id;
