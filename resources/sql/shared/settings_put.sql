INSERT INTO settings (user_id, name, value) VALUES (:user_id, :name, :value)
ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value;
