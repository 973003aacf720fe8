INSERT INTO stream_tickets (hash, user_id, token_id, token_version, token_expires_at, expires_at)
VALUES (:hash, :user_id, :token_id, :token_version, :token_expires_at, :expires_at);
