INSERT INTO search_docs (mail_id, sort_key, account_id, folder_id, tokens)
VALUES (:mail, :sort_key, :account, :folder, :tokens)
ON CONFLICT (mail_id) DO UPDATE
SET sort_key = excluded.sort_key, account_id = excluded.account_id,
    folder_id = excluded.folder_id, tokens = excluded.tokens;
