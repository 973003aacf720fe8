INSERT INTO push_notices (account_id, mail_id, mail_count, created_at, is_spread)
SELECT a.id, :mail_id, :mail_count, :now, 0 FROM accounts a
WHERE a.id = :account_id AND a.notify = 1
    AND EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.is_active = 1);
