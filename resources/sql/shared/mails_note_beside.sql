UPDATE mails
SET copy_flags = :copy_flags,
    unsettled = (SELECT passes FROM accounts WHERE id = mails.account_id)
WHERE id = :id;
