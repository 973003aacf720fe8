DELETE FROM push_subscriptions WHERE id = :id;
