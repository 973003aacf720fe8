SELECT count(*) FROM accounts
WHERE id = :id AND deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner);
