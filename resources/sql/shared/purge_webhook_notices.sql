DELETE FROM webhook_notices WHERE account_id = :account_id;
