INSERT INTO push_subscriptions (user_id, endpoint, origin, p256dh, auth, vapid_key, user_agent,
                                is_active, created_at, updated_at, failures)
VALUES (:user_id, :endpoint, :origin, :p256dh, :auth, :vapid_key, :user_agent, 1, :now, :now, 0)
RETURNING id;
