-- The full text index knows the folder: a mail that comes from another one is indexed again.
UPDATE mails
SET search_state = CASE WHEN folder_id <> :folder_id THEN 1
                        ELSE search_state END,
    email_id = CASE WHEN :email_id = '' THEN email_id
                    ELSE :email_id END,
    folder_id = :folder_id, uid = :uid, listing = 2, unsettled = NULL,
    is_read = :is_read, is_starred = :is_starred, server_flags = :server_flags
WHERE id = :id;
