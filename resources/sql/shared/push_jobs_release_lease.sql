UPDATE push_jobs SET next_attempt_at_ms = 0, is_claimed = 0, attempts = attempts - 1
WHERE is_claimed = 1 AND next_attempt_at_ms = :until_ms;
