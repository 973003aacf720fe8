-- Of those that more than one mail is in.
SELECT thread_id, count(*) FROM mails WHERE thread_id IN (SELECT value FROM json_each(:threads)) GROUP BY thread_id;
