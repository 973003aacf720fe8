SELECT o.account_id, MIN(o.next_attempt_at_ms), MAX(o.next_attempt_at_ms)
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE o.status = 'queued' AND a.deleting_at IS NULL AND a.status <> 'disabled'
GROUP BY o.account_id;
