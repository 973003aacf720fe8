-- The first mails of conversations that others have joined.
UPDATE mails SET thread_id = id WHERE id = ANY (CAST(:ids AS BIGINT[])) AND thread_id IS NULL;
