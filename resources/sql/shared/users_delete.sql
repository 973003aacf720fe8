DELETE FROM users WHERE id = :id;
