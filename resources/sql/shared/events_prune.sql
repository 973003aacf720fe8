DELETE FROM events WHERE id <= :up_to RETURNING length(data);
