DELETE FROM idempotency_keys WHERE user_id = :id;
