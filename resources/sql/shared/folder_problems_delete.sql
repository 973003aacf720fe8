DELETE FROM folder_problems WHERE account_id = :account_id;
