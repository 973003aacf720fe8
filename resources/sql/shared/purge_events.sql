DELETE FROM events WHERE account_id = :account_id;
