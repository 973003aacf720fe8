INSERT INTO outbox_pieces (outbox_id, position, size, bytes)
VALUES (:outbox_id, :position, :size, :bytes);
