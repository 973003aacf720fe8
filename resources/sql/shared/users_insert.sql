INSERT INTO users (uuid, username, username_key, role, password_hash, token_version,
                   created_at, updated_at)
VALUES (:uuid, :username, :username_key, :role, :password_hash, :token_version,
        :created_at, :created_at)
RETURNING id;
