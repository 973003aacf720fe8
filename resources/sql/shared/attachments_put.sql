INSERT INTO attachments (mail_id, part_path, filename, content_type, size, content_id, is_inline)
VALUES (:mail_id, :part_path, :filename, :content_type, :size, :content_id, :is_inline)
ON CONFLICT (mail_id, part_path) DO UPDATE
SET filename = excluded.filename, content_type = excluded.content_type, size = excluded.size,
    content_id = excluded.content_id, is_inline = excluded.is_inline;
