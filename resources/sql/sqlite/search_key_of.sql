SELECT sort_key FROM mails WHERE id = :mail AND in_index IS NOT NULL
