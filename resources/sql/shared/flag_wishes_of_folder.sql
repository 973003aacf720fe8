SELECT w.mail_id, m.uid, m.server_flags, w.mask, w.wanted, w.sent, w.tries, w.told
FROM flag_wishes w JOIN mails m ON m.id = w.mail_id
WHERE w.account_id = :account_id AND m.folder_id = :folder_id AND m.listing = 2
      AND m.uid IS NOT NULL AND (w.mask <> 0 OR w.sent <> 0)
ORDER BY w.mail_id
LIMIT :max;
