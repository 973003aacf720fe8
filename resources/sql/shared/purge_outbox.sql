DELETE FROM outbox WHERE account_id = :account_id;
