SELECT id FROM folders WHERE account_id = :account_id AND role = 'sent' AND path <> '$sent';
