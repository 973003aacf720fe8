SELECT o.id, o.account_id, o.user_id, o.status, o.handed_over, o.wants_queue, o.needs_utf8, o.message_id,
       o.sender, o.recipients, o.to_json, o.subject, o.size, o.attempts, o.next_attempt_at_ms,
       o.give_up_at_ms, o.failure, o.last_error, o.smtp_code, o.enhanced_code, o.response, o.mail_id,
       o.append_at_ms, o.append_attempts, o.created_at, o.sent_at, o.ended_at,
       o.claimed_by, o.copy_state, o.copy_error
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE o.account_id = :account_id AND o.append_at_ms > 0 AND o.append_at_ms <= :now_ms AND a.deleting_at IS NULL
    AND a.status <> 'disabled'
ORDER BY o.append_at_ms
LIMIT 1;
