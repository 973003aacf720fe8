DELETE FROM outbox WHERE ended_at IS NOT NULL AND ended_at < :before AND append_at_ms = 0;
