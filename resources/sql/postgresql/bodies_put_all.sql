INSERT INTO bodies (mail_id, raw_size, raw, cuts)
SELECT mail_id, raw_size, decode(raw, 'base64'), cuts
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    mail_id BIGINT, raw_size BIGINT, raw TEXT, cuts TEXT)
ON CONFLICT (mail_id) DO UPDATE
SET raw_size = excluded.raw_size, raw = excluded.raw, cuts = excluded.cuts
