SELECT m.id
FROM mails m
JOIN folders f ON f.id = m.folder_id
WHERE m.account_id = :account_id AND m.sort_key >= :since_key AND m.message_id = :message_id
    AND (f.role = 'sent' OR f.path = '$sent')
LIMIT 1;
