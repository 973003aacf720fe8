INSERT INTO webhook_notices (account_id, event, payload, mail_id, mail_subject, mail_from, created_at)
VALUES (:account_id, :event, :payload, :mail_id, :mail_subject, :mail_from, :now)
RETURNING id;
