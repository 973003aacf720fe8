-- With the accounts to themselves, people hear only of their own.
SELECT id, user_id, name, url, headers, secret_ref, has_secret, body_template, enabled, events, mode,
       filters, last_status, last_status_code, last_trigger_at, error_message,
       consecutive_failures, failing_since, disabled_reason, paused_until_ms, created_at,
       updated_at
FROM webhooks
WHERE enabled = 1 AND events LIKE '% ' || :event || ' %'
    AND (user_id = :owner_id OR NOT EXISTS (
        SELECT 1 FROM settings
        WHERE user_id = 0 AND name = 'visibility_in_force' AND value = 'owner'))
ORDER BY id;
