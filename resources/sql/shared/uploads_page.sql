SELECT token, user_id, filename, content_type, size, created_at, expires_at FROM uploads
WHERE user_id = :user_id AND is_complete = 1 AND expires_at > :now
ORDER BY created_at DESC, token DESC LIMIT :count OFFSET :offset;
