SELECT m.id
FROM json_to_recordset(CAST(:rows AS json)) AS r (mail BIGINT, body_state SMALLINT)
    JOIN mails m ON m.id = r.mail
WHERE m.search_state = 1 AND m.body_state = r.body_state
