INSERT INTO search_docs (mail_id, search_row, account_id, folder_id, fingerprint)
VALUES (:mail, :row, :account, :folder, :fingerprint)
