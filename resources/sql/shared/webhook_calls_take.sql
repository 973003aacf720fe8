UPDATE webhook_calls SET lease = :lease, next_attempt_at_ms = :until_ms
WHERE id IN (
    SELECT id FROM webhook_calls
    WHERE webhook_id = :webhook_id AND next_attempt_at_ms <= :now_ms
    ORDER BY id
    LIMIT :max)
RETURNING id, notice_id, call_id, attempts;
