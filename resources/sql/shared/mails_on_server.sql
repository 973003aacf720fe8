SELECT m.id, m.account_id, m.folder_id, m.listing, m.is_read, m.is_starred, m.has_attachment,
       m.uid, m.server_flags
FROM mails m
WHERE m.folder_id = :folder_id AND m.uid > :after AND m.listing = 2
ORDER BY m.uid
LIMIT :max;
