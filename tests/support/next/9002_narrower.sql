-- SPDX-License-Identifier: GPL-3.0-or-later
-- kind: contract after 9001
DROP INDEX mails_next_mark;

ALTER TABLE mails DROP COLUMN next_mark;
