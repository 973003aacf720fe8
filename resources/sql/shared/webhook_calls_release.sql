UPDATE webhook_calls SET lease = '', next_attempt_at_ms = :now_ms
WHERE webhook_id = :webhook_id AND lease = :lease;
