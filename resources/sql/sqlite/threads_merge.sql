UPDATE mails SET thread_id = :into WHERE thread_id IN (SELECT value FROM json_each(:from));
