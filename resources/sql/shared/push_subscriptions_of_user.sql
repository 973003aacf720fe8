SELECT id, user_id, endpoint, origin, p256dh, auth, vapid_key, user_agent, is_active, created_at, updated_at,
       last_success_at, last_status, failures, failing_since
FROM push_subscriptions WHERE user_id = :user_id
ORDER BY id;
