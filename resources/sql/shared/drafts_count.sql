SELECT COUNT(*)
FROM drafts d
JOIN accounts a ON a.id = d.account_id
WHERE d.user_id = :user_id AND a.deleting_at IS NULL;
