INSERT INTO search_docs (mail_id, search_row, account_id, folder_id, tokens)
VALUES (:mail, :row, :account, :folder, :tokens)
