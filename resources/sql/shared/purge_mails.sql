SELECT id FROM mails WHERE account_id = :account_id LIMIT :max;
