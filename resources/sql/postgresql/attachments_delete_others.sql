-- What these mails have beside these parts.
DELETE FROM attachments a
WHERE a.mail_id = ANY (CAST(:mails AS BIGINT[]))
    AND NOT EXISTS (
        SELECT 1 FROM json_to_recordset(CAST(:rows AS json)) AS r (mail_id BIGINT, part_path TEXT)
        WHERE r.mail_id = a.mail_id AND r.part_path = a.part_path)
