-- Of an account that is being removed only the news of its removal is left.
SELECT e.id, e.name, e.account_id, e.user_id, e.at, e.data, e.owner_id,
       (e.user_id = 0 OR e.user_id = :user)
       AND (e.account_id = 0
            OR ((CAST(:owner AS BIGINT) = 0 OR e.owner_id = :owner)
                AND (e.name = 'account.deleted'
                     OR EXISTS (SELECT 1 FROM accounts a
                                WHERE a.id = e.account_id AND a.deleting_at IS NULL))))
FROM events e
WHERE e.id > :id
ORDER BY e.id
LIMIT :max;
