DELETE FROM flag_wishes WHERE account_id = :account_id;
