SELECT message_id, created_at, size, from_addr, subject, sent_at, email_id FROM mails WHERE id = :id;
