SELECT w.mail_id, m.uid, m.server_flags, w.mask, w.wanted, w.sent, w.tries
FROM flag_wishes w JOIN mails m ON m.id = w.mail_id
WHERE w.account_id = :account_id AND m.folder_id = :folder_id AND m.listing = 2
      AND m.uid IS NOT NULL
ORDER BY w.mail_id
LIMIT :max;
