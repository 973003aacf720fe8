DELETE FROM search_docs WHERE mail_id = :mail
