-- SPDX-License-Identifier: GPL-3.0-or-later
-- kind: expand
ALTER TABLE mails ADD COLUMN next_mark BIGINT NOT NULL DEFAULT 0;

ALTER TABLE accounts ADD COLUMN next_mark BIGINT NOT NULL DEFAULT 0;

ALTER TABLE folders ADD COLUMN next_mark BIGINT NOT NULL DEFAULT 0;

ALTER TABLE events ADD COLUMN next_mark BIGINT NOT NULL DEFAULT 0;

CREATE TABLE next_marks (id BIGINT PRIMARY KEY);

CREATE INDEX mails_next_mark ON mails (next_mark);
