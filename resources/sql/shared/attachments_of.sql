SELECT t.id, t.mail_id, t.part_path, t.filename, t.content_type, t.size, t.content_id, t.is_inline
FROM attachments t WHERE t.mail_id = :mail_id ORDER BY t.id;
