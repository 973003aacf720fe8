SELECT id FROM mails
WHERE folder_id = :folder_id AND listing > 0
ORDER BY id
