SELECT (SELECT COUNT(*) FROM push_notices WHERE is_spread = 0),
       MIN(CASE WHEN COALESCE(p.until_ms, 0) > j.next_attempt_at_ms THEN p.until_ms
                ELSE j.next_attempt_at_ms END),
       MAX(CASE WHEN COALESCE(p.until_ms, 0) > j.next_attempt_at_ms THEN p.until_ms
                ELSE j.next_attempt_at_ms END)
FROM push_subscriptions s
JOIN push_jobs j ON j.id = (SELECT MIN(k.id) FROM push_jobs k WHERE k.subscription_id = s.id)
JOIN push_notices n ON n.id = j.notice_id
JOIN accounts a ON a.id = n.account_id
LEFT JOIN push_pauses p ON p.origin = s.origin
WHERE s.is_active = 1 AND s.vapid_key = :vapid_key AND a.deleting_at IS NULL;
