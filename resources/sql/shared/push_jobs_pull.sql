UPDATE push_jobs SET next_attempt_at_ms = :now_ms WHERE next_attempt_at_ms > :latest_ms;
