-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: pending_flag_changes_any
SELECT EXISTS (SELECT 1 FROM pending_flag_changes WHERE account_id = :account_id);

-- name: pending_flag_changes_delete
DELETE FROM pending_flag_changes WHERE mail_id = :mail_id;

-- name: pending_flag_changes_forget
DELETE FROM pending_flag_changes WHERE account_id = :account_id;

-- name: pending_flag_changes_of_folder
SELECT c.mail_id, m.uid, m.server_flags, c.mask, c.wanted, c.sent, c.tries, c.stored
FROM pending_flag_changes c JOIN mails m ON m.id = c.mail_id
WHERE c.account_id = :account_id AND m.folder_id = :folder_id AND m.listing = 2
      AND m.uid IS NOT NULL AND (c.mask <> 0 OR c.sent <> 0)
ORDER BY c.mail_id
LIMIT :max;

-- name: pending_flag_changes_of_mail
SELECT c.mail_id, m.uid, m.server_flags, c.mask, c.wanted, c.sent, c.tries, c.stored
FROM pending_flag_changes c JOIN mails m ON m.id = c.mail_id
WHERE c.mail_id = :mail_id;

-- name: pending_flag_changes_prune
DELETE FROM pending_flag_changes WHERE account_id = :account_id AND mask = 0 AND sent = 0 AND stored = 0;

-- name: pending_flag_changes_put
INSERT INTO pending_flag_changes (mail_id, account_id, mask, wanted, sent, tries, stored, stored_pass)
SELECT :mail_id, id, :mask, :wanted, :sent, :tries, :stored, passes
FROM accounts
WHERE id = :account_id
ON CONFLICT (mail_id) DO UPDATE
SET mask = excluded.mask, wanted = excluded.wanted, sent = excluded.sent, tries = excluded.tries,
    stored = excluded.stored, stored_pass = excluded.stored_pass;

-- name: pending_flag_changes_settle
-- All folders were checked after these flags were stored at the server, so all older copies of the mails are
-- known. For a mail that is no longer at the server, no answer to `sent` is expected any more.
UPDATE pending_flag_changes
SET stored = 0,
    sent = CASE WHEN (SELECT listing FROM mails WHERE id = mail_id) = 2 THEN sent
                ELSE 0 END
WHERE account_id = :account_id AND (stored <> 0 OR sent <> 0)
      AND stored_pass <= (SELECT passes FROM accounts WHERE id = pending_flag_changes.account_id) - 2;

-- name: pending_flag_changes_recent
-- The flags of a mail that were sent to the server recently: `stored` are those that it stored, `sent` those that
-- have no answer yet.
SELECT c.sent, c.stored
FROM pending_flag_changes c JOIN accounts a ON a.id = c.account_id
WHERE c.mail_id = :mail_id AND c.stored_pass > a.passes - 2;
