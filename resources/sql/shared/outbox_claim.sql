UPDATE outbox SET status = 'sending', attempts = attempts + 1, next_attempt_at_ms = 0,
    claimed_by = :run, claimed_until_ms = :until_ms
WHERE status = 'queued' AND id = (
    SELECT o.id FROM outbox o
    JOIN accounts a ON a.id = o.account_id
    WHERE o.account_id = :account_id AND o.status = 'queued' AND o.next_attempt_at_ms <= :now_ms
        AND a.deleting_at IS NULL AND a.status <> 'disabled'
    ORDER BY o.id
    LIMIT 1)
RETURNING id, account_id, user_id, status, handed_over, wants_queue, needs_utf8, message_id,
       sender, recipients, to_json, subject, size, attempts, next_attempt_at_ms,
       give_up_at_ms, failure, last_error, smtp_code, enhanced_code, response, mail_id,
       append_at_ms, append_attempts, created_at, sent_at, ended_at, claimed_by, copy_state,
       copy_error;
