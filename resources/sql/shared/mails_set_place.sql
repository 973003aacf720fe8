-- The full text index knows the folder: a mail that comes from another one is indexed again.
UPDATE mails
SET search_state = CASE WHEN folder_id <> :folder_id THEN 1
                        ELSE search_state END,
    folder_id = :folder_id, uid = :uid, listing = 2, server_flags = :server_flags
WHERE id = :id;
