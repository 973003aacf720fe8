UPDATE outbox SET
    status = CASE WHEN status IN ('queued', 'sending') THEN 'unknown' ELSE status END,
    failure = CASE WHEN status IN ('queued', 'sending') THEN 'restored' ELSE failure END,
    last_error = CASE WHEN status IN ('queued', 'sending') THEN :reason ELSE last_error END,
    ended_at = CASE WHEN status IN ('queued', 'sending') THEN :now ELSE ended_at END,
    copy_state = CASE WHEN append_at_ms > 0 THEN 'failed' ELSE copy_state END,
    copy_error = CASE WHEN append_at_ms > 0 THEN :copy_reason ELSE copy_error END,
    next_attempt_at_ms = 0, append_at_ms = 0, claimed_by = ''
WHERE status IN ('queued', 'sending') OR append_at_ms > 0;
