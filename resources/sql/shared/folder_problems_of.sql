SELECT account_id, path, role, problem FROM folder_problems
WHERE CAST(:account_id AS BIGINT) = 0 OR account_id = :account_id
ORDER BY account_id, path, role;
