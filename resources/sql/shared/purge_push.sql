DELETE FROM push_notices WHERE account_id = :account_id;
