SELECT a.owner_id
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.id = :id AND m.thread_state = 0;
