SELECT id FROM folders
WHERE path = :path AND (CAST(:account AS BIGINT) IS NULL OR account_id = :account)
