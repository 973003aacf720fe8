-- The mails of a conversation that lists show.
SELECT count(*) FROM mails
WHERE thread_id = :thread AND listing > 0
      AND account_id NOT IN (SELECT id FROM accounts WHERE deleting_at IS NOT NULL);
