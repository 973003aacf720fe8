INSERT INTO flag_wishes (mail_id, account_id, mask, wanted, sent, tries, told, told_pass)
SELECT :mail_id, id, :mask, :wanted, :sent, :tries, :told, passes
FROM accounts
WHERE id = :account_id
ON CONFLICT (mail_id) DO UPDATE
SET mask = excluded.mask, wanted = excluded.wanted, sent = excluded.sent, tries = excluded.tries,
    told = excluded.told, told_pass = excluded.told_pass;
