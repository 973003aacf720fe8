UPDATE mails SET search_state = 1 WHERE search_state <> 1
