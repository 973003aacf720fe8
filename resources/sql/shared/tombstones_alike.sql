-- A mail that was deleted here and is recognised in this folder; one that is gone from where it was
-- first.
SELECT folder_id, uid_validity, uid, at_server FROM tombstones
WHERE account_id = :account_id AND evidence = :evidence
      AND (email_id = '' OR :email_id = '' OR email_id = :email_id)
      AND (:in_any_folder = 1 OR folder_id <> :folder_id)
ORDER BY at_server
LIMIT 1;
