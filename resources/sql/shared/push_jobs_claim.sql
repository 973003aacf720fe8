UPDATE push_jobs SET attempts = attempts + 1, next_attempt_at_ms = :until_ms, is_claimed = 1 WHERE id = :id;
