UPDATE mails SET search_state = 1, in_index = NULL WHERE search_state <> 1 OR in_index IS NOT NULL
