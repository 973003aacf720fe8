DELETE FROM stream_tickets WHERE expires_at <= :before;
