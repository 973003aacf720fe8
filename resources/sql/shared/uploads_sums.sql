SELECT COUNT(*), COALESCE(SUM(size), 0) FROM uploads
WHERE user_id = :user_id AND is_complete = 1 AND expires_at > :now;
