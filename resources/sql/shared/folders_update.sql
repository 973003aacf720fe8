UPDATE folders
SET role = :role, uid_validity = :uid_validity,
    uid_next_at_first_import = :uid_next_at_first_import, uid_next = :uid_next,
    first_import_done = :first_import_done, highest_modseq = :highest_modseq,
    list_low_uid = :list_low_uid, compared_at = :compared_at
WHERE id = :id;
