DELETE FROM outbox_pieces WHERE outbox_id = :outbox_id;
