INSERT INTO folders (account_id, path, role) VALUES (:account_id, :path, :role)
ON CONFLICT (account_id, path) DO UPDATE SET role = excluded.role;
