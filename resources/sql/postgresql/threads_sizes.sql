-- Of those that more than one mail is in.
SELECT thread_id, count(*) FROM mails WHERE thread_id = ANY (CAST(:threads AS BIGINT[])) GROUP BY thread_id;
