SELECT MAX(append_at_ms) FROM outbox WHERE append_at_ms > 0;
