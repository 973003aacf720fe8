SELECT message_id, created_at, size, from_addr, subject FROM mails WHERE id = :id;
