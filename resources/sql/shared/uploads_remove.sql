DELETE FROM uploads WHERE token = :token AND user_id = :user_id AND is_complete = 1;
