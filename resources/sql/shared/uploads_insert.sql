INSERT INTO uploads (token, user_id, filename, content_type, size, is_complete, created_at, expires_at)
VALUES (:token, :user_id, :filename, :content_type, :size, 0, :created_at, :expires_at);
