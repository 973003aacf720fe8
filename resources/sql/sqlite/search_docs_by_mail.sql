SELECT search_row, account_id, folder_id, fingerprint FROM search_docs WHERE mail_id = :mail
