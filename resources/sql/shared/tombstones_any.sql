-- Whether mails of the folder were deleted here, and mails of the account that are recognised elsewhere.
SELECT EXISTS (SELECT 1 FROM tombstones WHERE folder_id = :folder_id),
       EXISTS (SELECT 1 FROM tombstones WHERE account_id = :account_id AND evidence IS NOT NULL);
