-- Of mails that are too large to keep, headers and texts are fetched from here on, as for others.

UPDATE mails SET body_state = 0
WHERE body_state = 2 AND NOT EXISTS (SELECT 1 FROM bodies WHERE bodies.mail_id = mails.id);
