UPDATE outbox SET status = :status, handed_over = :handed_over, recipients = :recipients,
    attempts = :attempts, next_attempt_at_ms = :next_attempt_at_ms, give_up_at_ms = :give_up_at_ms,
    failure = :failure, last_error = :last_error, smtp_code = :smtp_code,
    enhanced_code = :enhanced_code, response = :response, mail_id = :mail_id,
    append_at_ms = :append_at_ms, append_attempts = :append_attempts,
    copy_state = :copy_state, copy_error = :copy_error, sent_at = :sent_at,
    ended_at = :ended_at, claimed_by = ''
WHERE id = :id AND claimed_by = :claimed_by;
