SELECT t.id, t.mail_id, t.part_path, t.filename, t.content_type, t.size, t.content_id, t.is_inline
FROM attachments t JOIN mails m ON m.id = t.mail_id JOIN accounts a ON a.id = m.account_id
WHERE t.id = :id AND a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner);
