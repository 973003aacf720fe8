-- Gone from its folder, and to be deleted unless it is found in another one.
UPDATE mails
SET listing = 0, unsettled = (SELECT passes FROM accounts WHERE id = mails.account_id)
WHERE id = :id;
