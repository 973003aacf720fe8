SELECT account_id, event, payload, mail_id, mail_subject, mail_from, created_at
FROM webhook_notices
WHERE id = :id;
