UPDATE mails SET body_state = :body_state WHERE id = :id;
