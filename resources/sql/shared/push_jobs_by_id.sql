SELECT j.id, j.attempts, j.is_minimal,
       s.id, s.user_id, s.endpoint, s.origin, s.p256dh, s.auth, s.vapid_key, s.user_agent, s.is_active,
       s.created_at, s.updated_at, s.last_success_at, s.last_status, s.failures, s.failing_since,
       n.id, n.account_id, a.email, n.mail_count, n.mail_id, n.created_at,
       m.id, m.from_addr, m.from_name, m.subject
FROM push_jobs j
JOIN push_subscriptions s ON s.id = j.subscription_id
JOIN push_notices n ON n.id = j.notice_id
JOIN accounts a ON a.id = n.account_id
LEFT JOIN mails m ON m.id = n.mail_id
WHERE j.id = :id;
