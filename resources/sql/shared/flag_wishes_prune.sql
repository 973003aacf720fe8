DELETE FROM flag_wishes WHERE account_id = :account_id AND mask = 0 AND sent = 0 AND told = 0;
