INSERT INTO bodies (mail_id, raw_size, raw) VALUES (:mail_id, :raw_size, :raw)
ON CONFLICT (mail_id) DO UPDATE SET raw_size = excluded.raw_size, raw = excluded.raw;
