UPDATE outbox SET append_at_ms = :append_at_ms, append_attempts = :append_attempts,
    copy_state = :copy_state, copy_error = :copy_error
WHERE id = :id;
