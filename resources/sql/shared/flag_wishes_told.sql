-- What the server was told of a mail lately, or may have heard.
SELECT w.sent, w.told
FROM flag_wishes w JOIN accounts a ON a.id = w.account_id
WHERE w.mail_id = :mail_id AND w.told_pass > a.passes - 2;
