SELECT id, deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner)
    AND (CAST(:account AS BIGINT) IS NULL OR id = :account)
FROM accounts
