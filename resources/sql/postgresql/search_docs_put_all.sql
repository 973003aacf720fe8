-- Runs beside other writers. Mails that one of these holds at this moment are passed over and stay
-- marked: waiting for it, while it may be waiting for mails that are held here, would never end. Who
-- deletes a mail waits until this is over, and removes what it put in.
-- Mails that are gone, or that something happened to since their text was read, are left out.
WITH held AS (
    SELECT m.id, p.tokens
    FROM json_to_recordset(CAST(:docs AS json)) AS p(mail BIGINT, body_state SMALLINT, tokens TEXT)
        JOIN mails m ON m.id = p.mail
    WHERE m.search_state = 1 AND m.body_state = p.body_state
    FOR NO KEY UPDATE OF m SKIP LOCKED
), marked AS (
    UPDATE mails m
    SET search_state = CASE WHEN m.body_state = 0 THEN 0 ELSE 2 END
    FROM held
    WHERE m.id = held.id
    RETURNING m.id, m.sort_key, m.account_id, m.folder_id, held.tokens
)
INSERT INTO search_docs (mail_id, sort_key, account_id, folder_id, tokens)
SELECT id, sort_key, account_id, folder_id, tokens FROM marked
ON CONFLICT (mail_id) DO UPDATE
SET sort_key = excluded.sort_key, account_id = excluded.account_id,
    folder_id = excluded.folder_id, tokens = excluded.tokens;
