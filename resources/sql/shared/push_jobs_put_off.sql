UPDATE push_jobs SET next_attempt_at_ms = :next_attempt_at_ms, is_claimed = 0, is_minimal = :is_minimal
WHERE id = :id;
