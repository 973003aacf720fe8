SELECT uid, server_flags FROM mails
WHERE folder_id = :folder_id AND uid IS NOT NULL AND listing = 2
ORDER BY uid;
