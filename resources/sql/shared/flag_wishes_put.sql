INSERT INTO flag_wishes (mail_id, account_id, mask, wanted, sent, tries)
VALUES (:mail_id, :account_id, :mask, :wanted, :sent, :tries)
ON CONFLICT (mail_id) DO UPDATE
SET mask = excluded.mask, wanted = excluded.wanted, sent = excluded.sent, tries = excluded.tries;
