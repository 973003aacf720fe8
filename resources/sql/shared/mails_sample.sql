SELECT uid, size, message_id FROM mails
WHERE folder_id = :folder_id AND uid IS NOT NULL AND listing = 2
ORDER BY uid DESC
LIMIT :max;
