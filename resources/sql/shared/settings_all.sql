SELECT name, value FROM settings WHERE user_id = :user_id;
