INSERT INTO folder_problems (account_id, path, role, problem)
VALUES (:account_id, :path, :role, :problem)
ON CONFLICT (account_id, path, role) DO NOTHING;
