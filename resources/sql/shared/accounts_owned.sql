SELECT COUNT(*)
FROM (SELECT 1 FROM accounts WHERE owner_id = :user_id AND deleting_at IS NULL LIMIT :most) AS owned;
