INSERT INTO body_pieces (mail_id, position, size, bytes)
SELECT :mail_id, position, size, bytes FROM outbox_pieces WHERE outbox_id = :outbox_id;
