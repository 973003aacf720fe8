-- Mails that are gone, or that something happened to since their text was read, are left out.
WITH marked AS (
    UPDATE mails m
    SET search_state = CASE WHEN m.body_state = 0 THEN 0 ELSE 2 END
    FROM json_to_recordset(CAST(:docs AS json)) AS p(mail BIGINT, body_state SMALLINT, tokens TEXT)
    WHERE m.id = p.mail AND m.search_state = 1 AND m.body_state = p.body_state
    RETURNING m.id, m.sort_key, m.account_id, m.folder_id, p.tokens
)
INSERT INTO search_docs (mail_id, sort_key, account_id, folder_id, tokens)
SELECT id, sort_key, account_id, folder_id, tokens FROM marked
ON CONFLICT (mail_id) DO UPDATE
SET sort_key = excluded.sort_key, account_id = excluded.account_id,
    folder_id = excluded.folder_id, tokens = excluded.tokens;
