SELECT request_hash, outbox_id, answer_status, answer FROM idempotency_keys
WHERE user_id = :user_id AND name = :name AND created_at > :since;
