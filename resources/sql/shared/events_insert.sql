INSERT INTO events (id, name, account_id, user_id, owner_id, at, data)
VALUES (:id, :name, :account_id, :user_id, :owner_id, :at, :data);
