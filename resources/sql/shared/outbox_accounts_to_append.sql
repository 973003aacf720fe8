SELECT DISTINCT o.account_id
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE o.append_at_ms > 0 AND o.append_at_ms <= :now_ms AND a.deleting_at IS NULL
    AND a.status <> 'disabled';
