SELECT search_row FROM search_docs WHERE mail_id = :mail
