SELECT d.id, d.account_id, a.name, d.to_json, d.cc_json, d.bcc_json, d.subject, d.attachments_json,
       d.extras, d.summary, d.version, d.created_at, d.updated_at, d.body
FROM drafts d
JOIN accounts a ON a.id = d.account_id
WHERE d.id = :id AND d.user_id = :user_id AND a.deleting_at IS NULL;
