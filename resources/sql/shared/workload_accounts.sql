SELECT status, COUNT(*) FROM accounts WHERE deleting_at IS NULL GROUP BY status ORDER BY status;
