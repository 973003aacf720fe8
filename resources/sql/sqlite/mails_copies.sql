-- Younger copies of a mail elsewhere at the server: those that came lately first. A mail without a
-- Message-ID is another one unless the server says so, or the stored text is the same.
SELECT c.id, c.account_id, c.folder_id, c.listing, c.is_read, c.is_starred, c.has_attachment,
       c.uid, c.server_flags, c.email_id, c.unsettled, c.copy_flags
FROM mails m
     CROSS JOIN mails c ON c.id IN (
         SELECT x.id FROM mails x INDEXED BY mails_alike
         WHERE x.account_id = m.account_id AND x.message_id = m.message_id AND x.size = m.size
               AND COALESCE(x.sent_at, x.created_at) = COALESCE(m.sent_at, m.created_at)
               AND x.listing = 2 AND x.id > m.id
         ORDER BY x.id
         LIMIT 32)
WHERE m.id = :id AND c.uid IS NOT NULL
      AND (m.email_id = '' OR c.email_id = '' OR c.email_id = m.email_id)
      AND (m.message_id <> '' OR (m.email_id <> '' AND c.email_id = m.email_id)
           OR (c.folder_id <> m.folder_id AND c.created_at = m.created_at
               AND c.from_addr = m.from_addr AND c.subject = m.subject
               AND (SELECT raw FROM bodies WHERE mail_id = c.id)
                   = (SELECT raw FROM bodies WHERE mail_id = m.id)))
ORDER BY CASE WHEN c.unsettled IS NULL THEN 1 ELSE 0 END, c.id
LIMIT 1;
