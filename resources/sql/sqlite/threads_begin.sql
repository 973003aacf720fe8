-- The first mails of conversations that others have joined.
UPDATE mails SET thread_id = id
WHERE id IN (SELECT value FROM json_each(:ids)) AND thread_id IS NULL;
