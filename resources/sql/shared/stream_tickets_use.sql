DELETE FROM stream_tickets WHERE hash = :hash;
