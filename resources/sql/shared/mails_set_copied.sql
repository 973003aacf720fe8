UPDATE mails
SET is_read = :is_read, is_starred = :is_starred, copy_flags = :copy_flags,
    unsettled = (SELECT passes FROM accounts WHERE id = mails.account_id)
WHERE id = :id;
