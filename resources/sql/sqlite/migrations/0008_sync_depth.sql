-- What a synchronisation knows of a server beyond its mails, and what it has yet to tell it.

-- When the whole folder was last compared with the server; 0: it is due.
ALTER TABLE folders ADD COLUMN compared_at INTEGER NOT NULL DEFAULT 0;

-- Where a mail that was deleted here stands: 0 gone from the server, 1 there and left alone,
-- 2 there and to be deleted.
ALTER TABLE tombstones ADD COLUMN at_server INTEGER NOT NULL DEFAULT 1;

CREATE INDEX tombstones_to_delete ON tombstones (account_id, folder_id) WHERE at_server = 2;

-- Flags that people changed here and that the server is to have too. Bits as in mails.server_flags.
CREATE TABLE flag_wishes (
    mail_id INTEGER PRIMARY KEY REFERENCES mails (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL,
    mask INTEGER NOT NULL,   -- flags that are to be as wanted
    wanted INTEGER NOT NULL, -- their values
    sent INTEGER NOT NULL,   -- flags that were sent, and no answer came yet
    tries INTEGER NOT NULL   -- that the server refused
);

CREATE INDEX flag_wishes_of_account ON flag_wishes (account_id);

-- How often the server did not give the text of a mail that it lists.
CREATE TABLE body_tries (
    mail_id INTEGER PRIMARY KEY REFERENCES mails (id) ON DELETE CASCADE,
    tries INTEGER NOT NULL
);
