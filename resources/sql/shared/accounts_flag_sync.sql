SELECT flag_sync FROM accounts WHERE id = :id;
