SELECT created_at, account_id, folder_id, body_state FROM mails
WHERE id = :mail AND search_state = 1
