UPDATE mails m
SET summary = r.summary, is_html = r.is_html, has_attachment = r.has_attachment,
    body_state = r.body_state, search_state = 1
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    id BIGINT, summary TEXT, is_html SMALLINT, has_attachment SMALLINT, body_state SMALLINT)
WHERE m.id = r.id
