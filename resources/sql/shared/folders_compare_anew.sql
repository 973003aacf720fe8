UPDATE folders SET compared_at = 0 WHERE account_id = :account_id;
