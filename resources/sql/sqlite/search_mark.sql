UPDATE mails
SET search_state = CASE WHEN body_state = 0 THEN 0 ELSE 2 END, in_index = 1
WHERE id IN (SELECT value FROM json_each(:ids))
