SELECT id, uuid, username, role, password_hash, token_version, created_at, updated_at
FROM users ORDER BY id;
