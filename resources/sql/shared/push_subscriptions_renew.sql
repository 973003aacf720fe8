UPDATE push_subscriptions SET p256dh = :p256dh, auth = :auth, vapid_key = :vapid_key,
    user_agent = :user_agent, is_active = 1, updated_at = :now, failures = 0, failing_since = NULL
WHERE id = :id;
