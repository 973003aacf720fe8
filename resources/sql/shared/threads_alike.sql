-- Mails without references that a reply to their subject may answer.
SELECT COALESCE(m.thread_id, m.id), m.from_addr, m.to_json
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.subject_key = :subject_key AND m.thread_state = 2 AND a.owner_id = :owner;
