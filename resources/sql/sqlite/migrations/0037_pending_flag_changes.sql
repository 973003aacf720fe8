-- SPDX-License-Identifier: GPL-3.0-or-later
-- Names only: a row is a change of flags that the mail server does not have yet.
ALTER TABLE flag_wishes RENAME TO pending_flag_changes;

ALTER TABLE pending_flag_changes RENAME COLUMN told TO stored;

ALTER TABLE pending_flag_changes RENAME COLUMN told_pass TO stored_pass;

DROP INDEX flag_wishes_of_account;

CREATE INDEX pending_flag_changes_of_account ON pending_flag_changes (account_id);
