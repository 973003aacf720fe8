DELETE FROM settings WHERE user_id = :id;
