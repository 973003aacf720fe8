UPDATE webhook_calls SET attempts = :attempts, next_attempt_at_ms = :at_ms, lease = ''
WHERE id = :id;
