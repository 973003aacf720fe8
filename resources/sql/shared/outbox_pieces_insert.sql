INSERT INTO outbox_pieces (outbox_id, position, bytes) VALUES (:outbox_id, :position, :bytes);
