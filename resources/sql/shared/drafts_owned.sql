SELECT COUNT(*)
FROM (SELECT 1 FROM drafts WHERE user_id = :user_id LIMIT :most) AS owned;
