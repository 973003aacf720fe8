SELECT id, name, account_id, user_id, owner_id, at, data FROM events
WHERE id > :id
ORDER BY id
LIMIT :max;
