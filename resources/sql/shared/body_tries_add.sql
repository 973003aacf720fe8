INSERT INTO body_tries (mail_id, tries) VALUES (:mail_id, 1)
ON CONFLICT (mail_id) DO UPDATE SET tries = body_tries.tries + 1
RETURNING tries;
