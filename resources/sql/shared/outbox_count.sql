SELECT COUNT(*)
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE a.deleting_at IS NULL AND (:owner = 0 OR a.owner_id = :owner)
    AND (:account_id = 0 OR o.account_id = :account_id) AND (:status = '' OR o.status = :status);
