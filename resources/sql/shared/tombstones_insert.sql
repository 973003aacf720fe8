INSERT INTO tombstones (folder_id, uid_validity, uid, account_id, identity)
VALUES (:folder_id, :uid_validity, :uid, :account_id, :identity)
ON CONFLICT (folder_id, uid_validity, uid) DO NOTHING;
