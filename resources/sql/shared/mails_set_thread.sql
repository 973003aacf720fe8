UPDATE mails SET thread_id = :thread_id, thread_state = :thread_state WHERE id = :id;
