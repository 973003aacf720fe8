-- In the order of the rows, which is that of the ids.
INSERT INTO attachments (mail_id, part_path, filename, content_type, size, content_id, is_inline)
SELECT mail_id, part_path, filename, content_type, size, content_id, is_inline
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    mail_id BIGINT, part_path TEXT, filename TEXT, content_type TEXT, size BIGINT, content_id TEXT,
    is_inline BIGINT)
ON CONFLICT (mail_id, part_path) DO UPDATE
SET filename = excluded.filename, content_type = excluded.content_type, size = excluded.size,
    content_id = excluded.content_id, is_inline = excluded.is_inline
