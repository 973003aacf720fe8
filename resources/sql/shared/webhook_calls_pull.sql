UPDATE webhook_calls SET next_attempt_at_ms = :now_ms
WHERE webhook_id = :webhook_id AND next_attempt_at_ms > :latest_ms;
