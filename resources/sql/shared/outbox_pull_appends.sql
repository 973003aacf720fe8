UPDATE outbox SET append_at_ms = :now_ms WHERE append_at_ms > :latest_ms;
