-- :is_there: the server has the mail; there it goes too where the account wants that now.
INSERT INTO tombstones (folder_id, uid_validity, uid, account_id, identity, evidence, email_id,
                        copy_id, at_server)
VALUES (:folder_id, :uid_validity, :uid, :account_id, :identity, :evidence, :email_id, :copy_id,
        :is_there * (SELECT 1 + delete_on_server FROM accounts WHERE id = :account_id))
ON CONFLICT (folder_id, uid_validity, uid) DO NOTHING;
