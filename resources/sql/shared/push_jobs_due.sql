SELECT j.id, s.user_id, s.origin
FROM push_subscriptions s
JOIN push_jobs j ON j.id = (SELECT MIN(k.id) FROM push_jobs k WHERE k.subscription_id = s.id)
JOIN push_notices n ON n.id = j.notice_id
JOIN accounts a ON a.id = n.account_id
LEFT JOIN push_pauses p ON p.origin = s.origin
WHERE j.next_attempt_at_ms <= :now_ms AND COALESCE(p.until_ms, 0) <= :now_ms
    AND s.is_active = 1 AND s.vapid_key = :vapid_key AND a.deleting_at IS NULL
ORDER BY j.id;
