SELECT EXISTS (SELECT 1 FROM mails WHERE account_id = :account_id AND unsettled IS NOT NULL);
