DELETE FROM events WHERE account_id = :account_id AND name <> 'account.deleted';
