SELECT COUNT(*), COALESCE(SUM(size), 0) FROM uploads WHERE user_id = :user_id;
