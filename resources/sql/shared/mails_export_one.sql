SELECT created_at, from_addr, message_id, body_state FROM mails WHERE id = :id
