-- How many mails the server must have in the folder by what is known here: those that are listed and
-- those that were deleted here only.
SELECT (SELECT COALESCE(SUM(n), 0) FROM counters
        WHERE account_id = :account_id AND folder_id = :folder_id AND listing = 2)
     + (SELECT COUNT(*) FROM tombstones
        WHERE folder_id = :folder_id AND uid_validity = :uid_validity AND at_server > 0);
