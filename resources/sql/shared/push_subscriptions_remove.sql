DELETE FROM push_subscriptions WHERE user_id = :user_id AND endpoint = :endpoint;
