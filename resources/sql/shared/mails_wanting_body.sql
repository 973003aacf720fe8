SELECT id, uid, size FROM mails
WHERE folder_id = :folder_id AND body_state = 0 AND uid < :below AND size <= :max_size
      AND listing = 2
ORDER BY uid DESC
LIMIT :max;
