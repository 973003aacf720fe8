SELECT search_row, tokens FROM search_docs WHERE mail_id = :mail
