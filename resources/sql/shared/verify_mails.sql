-- What is said to be at the server, as it was when we last looked, with what people see.
SELECT uid, size, server_flags, is_read, is_starred, message_id, body_state
FROM mails
WHERE folder_id = :folder_id AND uid IS NOT NULL AND listing = 2
ORDER BY uid
