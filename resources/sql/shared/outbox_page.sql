SELECT o.id, o.account_id, o.user_id, o.status, o.handed_over, o.wants_queue, o.needs_utf8, o.message_id,
       o.sender, o.recipients, o.to_json, o.subject, o.size, o.attempts, o.next_attempt_at_ms,
       o.give_up_at_ms, o.failure, o.last_error, o.smtp_code, o.enhanced_code, o.response, o.mail_id,
       o.append_at_ms, o.append_attempts, o.created_at, o.sent_at, o.ended_at,
       o.claimed_by, o.copy_state, o.copy_error
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE a.deleting_at IS NULL AND (:owner = 0 OR a.owner_id = :owner)
    AND (:account_id = 0 OR o.account_id = :account_id) AND (:status = '' OR o.status = :status)
ORDER BY o.id DESC
LIMIT :count OFFSET :offset;
