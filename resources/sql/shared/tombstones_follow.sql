-- Recognised by its identity only, which is not enough to delete it at the server.
UPDATE tombstones
SET folder_id = :folder_id, uid_validity = :uid_validity, uid = :uid, at_server = 1, copy_id = 0
WHERE folder_id = :old_folder_id AND uid_validity = :old_uid_validity AND uid = :old_uid;
