SELECT m.id, m.account_id, m.folder_id, m.listing, m.is_read, m.is_starred, m.has_attachment,
       m.uid, m.server_flags
FROM mails m
WHERE m.folder_id = :folder_id AND m.uid IS NULL AND m.message_id = :message_id
      AND m.size = :size AND (m.created_at = :created_at OR m.sent_at = :sent_at)
      AND (m.message_id <> '' OR (m.from_addr = :from_addr AND m.subject = :subject))
ORDER BY m.id
LIMIT 1;
