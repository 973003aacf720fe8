-- Whoever changes the row first has the calls, unless a lease of somebody else runs.
UPDATE webhooks SET claims = claims + 1
WHERE id = :id AND enabled = 1 AND paused_until_ms <= :now_ms AND NOT EXISTS (
    SELECT 1 FROM webhook_calls c
    WHERE c.webhook_id = :id AND c.lease <> '' AND c.lease <> :lease
        AND c.next_attempt_at_ms > :now_ms)
RETURNING id, user_id, name, url, headers, secret_ref, has_secret, body_template, enabled, events, mode,
       filters, last_status, last_status_code, last_trigger_at, error_message,
       consecutive_failures, failing_since, disabled_reason, paused_until_ms, created_at,
       updated_at;
