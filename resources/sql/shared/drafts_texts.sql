SELECT d.id, d.search_text
FROM drafts d
JOIN accounts a ON a.id = d.account_id
WHERE d.user_id = :user_id AND a.deleting_at IS NULL
ORDER BY d.updated_at DESC, d.order_key DESC;
