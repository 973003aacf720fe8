SELECT COUNT(*), MIN(CASE WHEN is_claimed = 0 THEN next_attempt_at_ms END) FROM push_jobs;
