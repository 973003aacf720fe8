UPDATE push_jobs SET next_attempt_at_ms = 0, is_claimed = 0 WHERE is_claimed = 1;
