DELETE FROM push_subscriptions WHERE user_id = :user_id AND id NOT IN (
    SELECT s.id FROM push_subscriptions s WHERE s.user_id = :user_id
    ORDER BY s.updated_at DESC, s.id DESC LIMIT :most);
