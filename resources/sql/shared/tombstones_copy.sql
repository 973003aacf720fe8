-- The mail that was deleted here was copied at the server; the copy stays away too.
INSERT INTO tombstones (folder_id, uid_validity, uid, account_id, identity, evidence, email_id,
                        copy_id, at_server)
SELECT :folder_id, :uid_validity, :uid, account_id, identity, evidence, email_id, 0, 1
FROM tombstones
WHERE folder_id = :old_folder_id AND uid_validity = :old_uid_validity AND uid = :old_uid
ON CONFLICT (folder_id, uid_validity, uid) DO NOTHING;
