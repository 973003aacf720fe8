SELECT id FROM accounts WHERE deleting_at IS NOT NULL ORDER BY id;
