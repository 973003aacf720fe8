UPDATE outbox SET next_attempt_at_ms = :now_ms
WHERE status = 'queued' AND next_attempt_at_ms > :latest_ms;
