UPDATE accounts
SET status = :status, error_code = :error_code, error_message = :error_message,
    failures = :failures, failing_since_ms = :failing_since_ms, auth_failures = :auth_failures,
    auth_failing_since_ms = :auth_failing_since_ms, next_attempt_at_ms = :next_attempt_at_ms
WHERE id = :id AND deleting_at IS NULL AND status <> 'disabled';
