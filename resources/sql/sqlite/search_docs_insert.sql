INSERT INTO search_docs (mail_id, search_row, tokens) VALUES (:mail, :row, :tokens)
