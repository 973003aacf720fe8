UPDATE mails
SET search_state = CASE WHEN body_state = 0 THEN 0 ELSE 2 END, search_row = :row
WHERE id = :mail
