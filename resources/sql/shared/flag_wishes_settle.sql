-- All folders were looked at since these were told: older copies are known. What was sent for a mail
-- that is gone since is no longer expected.
UPDATE flag_wishes
SET told = 0,
    sent = CASE WHEN (SELECT listing FROM mails WHERE id = mail_id) = 2 THEN sent
                ELSE 0 END
WHERE account_id = :account_id AND (told <> 0 OR sent <> 0)
      AND told_pass <= (SELECT passes FROM accounts WHERE id = flag_wishes.account_id) - 2;
