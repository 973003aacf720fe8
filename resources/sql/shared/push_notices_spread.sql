INSERT INTO push_jobs (subscription_id, notice_id, attempts, next_attempt_at_ms, is_claimed, is_minimal)
SELECT s.id, n.id, 0, 0, 0, 0
FROM push_notices n
JOIN accounts a ON a.id = n.account_id
JOIN push_subscriptions s ON :own_only = 0 OR s.user_id = a.owner_id
WHERE n.is_spread = 0 AND a.deleting_at IS NULL AND s.is_active = 1 AND s.vapid_key = :vapid_key
  AND NOT EXISTS (SELECT 1 FROM user_settings u WHERE u.user_id = s.user_id AND u.notifications = 0)
ORDER BY n.id, s.id;
