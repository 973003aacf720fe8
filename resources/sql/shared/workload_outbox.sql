-- Mails of disabled accounts wait for a person, so they are not due.
SELECT COUNT(*), MIN(CASE WHEN a.status <> 'disabled' AND a.deleting_at IS NULL THEN o.next_attempt_at_ms END)
FROM outbox o JOIN accounts a ON a.id = o.account_id
WHERE o.status = 'queued';
