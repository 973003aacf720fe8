DELETE FROM folders WHERE account_id = :account_id;
