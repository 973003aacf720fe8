-- Mails of the account that may be the one that comes in: those gone from the server first. Answers
-- the columns of mails_state.sql and what tells them apart.
SELECT m.id, m.account_id, m.folder_id, m.listing, m.is_read, m.is_starred, m.has_attachment,
       m.uid, m.server_flags, m.email_id, m.created_at, m.from_addr, m.subject, m.body_state
FROM mails m INDEXED BY mails_alike
WHERE m.account_id = :account_id AND m.message_id = :message_id AND m.size = :size
      AND COALESCE(m.sent_at, m.created_at) = :time AND m.listing <= 2
      AND NOT EXISTS (SELECT 1 FROM folders f
                      WHERE f.id = m.folder_id AND substr(f.path, 1, 10) = '$imported/')
ORDER BY m.listing, m.id
LIMIT 32;
