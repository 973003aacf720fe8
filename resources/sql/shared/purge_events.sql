DELETE FROM events
WHERE id IN (
    SELECT id FROM events
    WHERE account_id = :account_id AND name <> 'account.deleted'
    LIMIT :max)
RETURNING length(data);
