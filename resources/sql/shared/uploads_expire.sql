DELETE FROM uploads
WHERE (is_complete = 1 AND expires_at <= :now)
    OR NOT EXISTS (SELECT 1 FROM users WHERE users.id = uploads.user_id);
