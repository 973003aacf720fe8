SELECT id, user_id FROM push_subscriptions WHERE endpoint = :endpoint;
