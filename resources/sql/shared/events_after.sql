SELECT e.id, e.name, e.account_id, e.user_id, e.at, e.data,
       (e.user_id = 0 OR e.user_id = :user)
       AND (e.account_id = 0
            OR EXISTS (SELECT 1 FROM accounts a
                       WHERE a.id = e.account_id AND a.deleting_at IS NULL
                             AND (:owner = 0 OR a.owner_id = :owner)))
FROM events e
WHERE e.id > :id
ORDER BY e.id
LIMIT :max;
