INSERT INTO bodies (mail_id, raw_size, raw, cuts) VALUES (:mail_id, :raw_size, :raw, :cuts)
ON CONFLICT (mail_id) DO UPDATE
SET raw_size = excluded.raw_size, raw = excluded.raw, cuts = excluded.cuts;
