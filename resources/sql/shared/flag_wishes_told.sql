-- Flags of a mail that we stored at the server lately, or sent without an answer.
SELECT w.sent, w.told
FROM flag_wishes w JOIN accounts a ON a.id = w.account_id
WHERE w.mail_id = :mail_id AND w.told_pass > a.passes - 2;
