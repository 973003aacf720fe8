DELETE FROM outbox_outlines WHERE outbox_id = :outbox_id;
