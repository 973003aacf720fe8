INSERT INTO outbox_outlines (outbox_id, cuts, raw) VALUES (:outbox_id, :cuts, :raw);
