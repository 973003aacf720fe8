SELECT count(*) FROM (SELECT 1 FROM mails WHERE thread_id = :thread LIMIT :max) AS few;
