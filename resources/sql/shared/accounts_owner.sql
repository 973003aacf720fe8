SELECT owner_id FROM accounts WHERE id = :id;
