INSERT INTO webhook_calls (webhook_id, notice_id, call_id, attempts, next_attempt_at_ms, lease)
VALUES (:webhook_id, :notice_id, :call_id, 0, :now_ms, '');
