DELETE FROM tombstones WHERE account_id = :account_id;
