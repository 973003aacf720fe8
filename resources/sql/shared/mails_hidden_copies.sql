-- Rows of the same mail that vanished from other places, where no other row of it is shown.
SELECT h.id, h.account_id, h.folder_id, h.listing, h.is_read, h.is_starred, h.has_attachment,
       h.uid, h.server_flags
FROM mails m
     JOIN mails h ON h.account_id = m.account_id AND h.message_id = m.message_id
          AND h.size = m.size
          AND COALESCE(h.sent_at, h.created_at) = COALESCE(m.sent_at, m.created_at)
          AND h.listing = 0 AND h.id <> m.id
WHERE m.id = :id AND m.message_id <> ''
      AND (m.email_id = '' OR h.email_id = '' OR h.email_id = m.email_id)
      AND NOT EXISTS (SELECT 1 FROM mails v
                      WHERE v.account_id = m.account_id AND v.message_id = m.message_id
                            AND v.size = m.size
                            AND COALESCE(v.sent_at, v.created_at)
                                = COALESCE(m.sent_at, m.created_at)
                            AND v.listing IN (1, 2) AND v.id <> m.id)
LIMIT 32;
