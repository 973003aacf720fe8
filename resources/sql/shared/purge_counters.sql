DELETE FROM counters WHERE account_id = :account_id;
