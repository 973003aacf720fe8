SELECT EXISTS (SELECT 1 FROM flag_wishes WHERE account_id = :account_id);
