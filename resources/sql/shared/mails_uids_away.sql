-- Mails that the folder does not list any more, though they have a place in it.
SELECT uid FROM mails
WHERE folder_id = :folder_id AND uid IS NOT NULL AND listing IN (0, 1)
ORDER BY uid;
