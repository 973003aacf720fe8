UPDATE mails SET search_state = 1, search_row = NULL WHERE search_state <> 1 OR search_row IS NOT NULL
