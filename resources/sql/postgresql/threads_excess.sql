-- How many mails more there are than conversations.
SELECT COALESCE(SUM(n - 1), 0)
FROM (SELECT count(*) AS n FROM mails /*index*/
      WHERE /*where*/ thread_id IS NOT NULL GROUP BY thread_id) AS conversations;
