-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: flag_wishes_any
SELECT EXISTS (SELECT 1 FROM flag_wishes WHERE account_id = :account_id);

-- name: flag_wishes_delete
DELETE FROM flag_wishes WHERE mail_id = :mail_id;

-- name: flag_wishes_forget
DELETE FROM flag_wishes WHERE account_id = :account_id;

-- name: flag_wishes_of_folder
SELECT w.mail_id, m.uid, m.server_flags, w.mask, w.wanted, w.sent, w.tries, w.told
FROM flag_wishes w JOIN mails m ON m.id = w.mail_id
WHERE w.account_id = :account_id AND m.folder_id = :folder_id AND m.listing = 2
      AND m.uid IS NOT NULL AND (w.mask <> 0 OR w.sent <> 0)
ORDER BY w.mail_id
LIMIT :max;

-- name: flag_wishes_of_mail
SELECT w.mail_id, m.uid, m.server_flags, w.mask, w.wanted, w.sent, w.tries, w.told
FROM flag_wishes w JOIN mails m ON m.id = w.mail_id
WHERE w.mail_id = :mail_id;

-- name: flag_wishes_prune
DELETE FROM flag_wishes WHERE account_id = :account_id AND mask = 0 AND sent = 0 AND told = 0;

-- name: flag_wishes_put
INSERT INTO flag_wishes (mail_id, account_id, mask, wanted, sent, tries, told, told_pass)
SELECT :mail_id, id, :mask, :wanted, :sent, :tries, :told, passes
FROM accounts
WHERE id = :account_id
ON CONFLICT (mail_id) DO UPDATE
SET mask = excluded.mask, wanted = excluded.wanted, sent = excluded.sent, tries = excluded.tries,
    told = excluded.told, told_pass = excluded.told_pass;

-- name: flag_wishes_settle
-- All folders were checked after these flags were stored at the server, so all older copies of the mails are
-- known. For a mail that is no longer at the server, no answer to `sent` is expected any more.
UPDATE flag_wishes
SET told = 0,
    sent = CASE WHEN (SELECT listing FROM mails WHERE id = mail_id) = 2 THEN sent
                ELSE 0 END
WHERE account_id = :account_id AND (told <> 0 OR sent <> 0)
      AND told_pass <= (SELECT passes FROM accounts WHERE id = flag_wishes.account_id) - 2;

-- name: flag_wishes_told
-- The flags of a mail that were sent to the server recently: `told` are those that it stored, `sent` those that
-- have no answer yet.
SELECT w.sent, w.told
FROM flag_wishes w JOIN accounts a ON a.id = w.account_id
WHERE w.mail_id = :mail_id AND w.told_pass > a.passes - 2;
