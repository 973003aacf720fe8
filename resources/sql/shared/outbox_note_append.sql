UPDATE outbox SET append_at_ms = :append_at_ms, append_attempts = :append_attempts WHERE id = :id;
