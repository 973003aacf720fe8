-- Mails that another client moves keep their ids: what they are recognised by in another folder.

-- EMAILID (RFC 8474); empty: the server did not say.
ALTER TABLE mails ADD COLUMN email_id TEXT NOT NULL DEFAULT '';

-- Value of accounts.passes when the mail vanished and is to be deleted (listing 0), or when it came as
-- a copy of another one, which may have been moved (listing 2). NULL: neither, or long ago.
ALTER TABLE mails ADD COLUMN unsettled INTEGER;

-- Of a copy: its flags here when it came, bits as in server_flags, and above these two bits those of
-- the mail that it is a copy of. NULL: it is none.
ALTER TABLE mails ADD COLUMN copy_flags INTEGER;

-- Whole passes over all folders, counted while there are such mails.
ALTER TABLE accounts ADD COLUMN passes INTEGER NOT NULL DEFAULT 0;

-- Hash of what recognises a deleted mail in another folder; NULL: it was deleted before there was one.
ALTER TABLE tombstones ADD COLUMN evidence BLOB;

ALTER TABLE tombstones ADD COLUMN email_id TEXT NOT NULL DEFAULT '';

-- A copy that came shortly before the mail was deleted here, and may be its new place; 0: none.
ALTER TABLE tombstones ADD COLUMN copy_id INTEGER NOT NULL DEFAULT 0;

CREATE INDEX mails_alike ON mails
    (account_id, message_id, size, COALESCE(sent_at, created_at), listing);

CREATE INDEX mails_unsettled ON mails (account_id, unsettled) WHERE unsettled IS NOT NULL;

CREATE INDEX tombstones_evidence ON tombstones (account_id, evidence, at_server)
    WHERE evidence IS NOT NULL;

CREATE INDEX tombstones_with_copies ON tombstones (folder_id) WHERE copy_id <> 0;
