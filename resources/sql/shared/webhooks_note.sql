-- What a person switched off meanwhile stays off.
UPDATE webhooks SET enabled = enabled * :enabled, last_status = :last_status,
    last_status_code = :last_status_code, last_trigger_at = :last_trigger_at,
    error_message = :error_message, consecutive_failures = :consecutive_failures,
    failing_since = :failing_since, disabled_reason = :disabled_reason,
    paused_until_ms = :paused_until_ms
WHERE id = :id;
