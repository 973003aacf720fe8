-- :raws has the messages one behind the other.
INSERT INTO bodies (mail_id, raw_size, raw, cuts)
SELECT mail_id, raw_size, substring(CAST(:raws AS BYTEA) FROM at FOR size), cuts
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    mail_id BIGINT, raw_size BIGINT, at INTEGER, size INTEGER, cuts TEXT)
ON CONFLICT (mail_id) DO UPDATE
SET raw_size = excluded.raw_size, raw = excluded.raw, cuts = excluded.cuts
