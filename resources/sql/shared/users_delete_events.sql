DELETE FROM events WHERE user_id = :id AND user_id <> 0 RETURNING length(data);
