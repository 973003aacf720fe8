INSERT INTO idempotency_keys (user_id, name, request_hash, outbox_id, answer_status, answer, created_at)
VALUES (:user_id, :name, :request_hash, :outbox_id, 0, :answer, :now)
ON CONFLICT (user_id, name) DO UPDATE SET request_hash = excluded.request_hash,
    outbox_id = excluded.outbox_id, answer_status = 0, answer = excluded.answer,
    created_at = excluded.created_at;
