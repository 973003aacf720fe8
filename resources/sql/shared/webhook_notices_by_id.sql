-- With the name that the account has now.
SELECT account_id, event, payload, mail_id, mail_subject, mail_from, created_at,
       (SELECT name FROM accounts WHERE accounts.id = webhook_notices.account_id) AS account_name
FROM webhook_notices
WHERE id = :id;
