DELETE FROM events WHERE user_id = :id;
