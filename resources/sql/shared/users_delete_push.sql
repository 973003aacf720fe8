DELETE FROM push_subscriptions WHERE user_id = :id;
