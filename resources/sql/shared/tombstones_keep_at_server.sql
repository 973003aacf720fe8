UPDATE tombstones SET at_server = 1 WHERE account_id = :account_id AND at_server = 2;
