DELETE FROM settings WHERE user_id = :user_id AND name = :name;
