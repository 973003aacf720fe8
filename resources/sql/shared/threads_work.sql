-- Mails that earlier versions stored, the newest first. One whose text is still to come waits for it.
SELECT m.id, m.message_id, m.from_addr, m.to_json, m.subject, b.raw
FROM mails m LEFT JOIN bodies b ON b.mail_id = m.id
WHERE m.thread_state = 0 AND m.body_state <> 0
ORDER BY m.id DESC LIMIT :max;
