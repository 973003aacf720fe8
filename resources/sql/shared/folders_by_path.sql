SELECT id, account_id, path, role, uid_validity, uid_next_at_first_import, uid_next,
       first_import_done, highest_modseq, list_low_uid, compared_at
FROM folders WHERE account_id = :account_id AND path = :path;
