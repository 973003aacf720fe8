SELECT COUNT(*)
FROM (SELECT 1 FROM webhooks WHERE user_id = :user_id LIMIT :most) AS owned;
