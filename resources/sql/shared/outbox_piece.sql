SELECT size, bytes FROM outbox_pieces WHERE outbox_id = :outbox_id AND position = :position;
