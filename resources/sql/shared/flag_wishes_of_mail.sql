SELECT w.mail_id, m.uid, m.server_flags, w.mask, w.wanted, w.sent, w.tries, w.told
FROM flag_wishes w JOIN mails m ON m.id = w.mail_id
WHERE w.mail_id = :mail_id;
