-- Flags that we stored at the server lately, bits as in mails.server_flags: a copy of the mail that
-- another client made just before does not have them.
ALTER TABLE flag_wishes ADD COLUMN told INTEGER NOT NULL DEFAULT 0;

-- Value of accounts.passes when the row was last written.
ALTER TABLE flag_wishes ADD COLUMN told_pass INTEGER NOT NULL DEFAULT 0;
