UPDATE idempotency_keys SET answer_status = :answer_status, answer = :answer
WHERE user_id = :user_id AND name = :name AND outbox_id = :outbox_id AND answer_status = 0;
