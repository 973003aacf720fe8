-- A copy that may be the new place of a mail waits until that is settled: a moved mail has its text.
SELECT id, uid, size FROM mails
WHERE folder_id = :folder_id AND body_state = 0 AND uid < :below AND size <= :max_size
      AND listing = 2 AND (unsettled IS NULL OR message_id = '')
ORDER BY uid DESC
LIMIT :max;
