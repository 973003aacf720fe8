SELECT search_row, account_id, folder_id, tokens FROM search_docs WHERE mail_id = :mail
