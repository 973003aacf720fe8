SELECT d.id, d.account_id, a.name, d.to_json, d.cc_json, d.bcc_json, d.subject, d.attachments_json,
       d.extras, d.summary, d.version, d.created_at, d.updated_at
FROM drafts d
JOIN accounts a ON a.id = d.account_id
WHERE d.user_id = :user_id AND a.deleting_at IS NULL
ORDER BY d.updated_at DESC, d.order_key DESC
LIMIT :count OFFSET :offset;
