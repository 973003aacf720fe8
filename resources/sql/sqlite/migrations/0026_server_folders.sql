-- The folders at each account's server: what they are for, and which of them are missing.

-- JSON object: the path of the folder for a role; null: no folder has it.
ALTER TABLE accounts ADD COLUMN folder_roles TEXT NOT NULL DEFAULT '{}';

-- As the server listed them last. Counts are the server's; NULL: it did not say.
CREATE TABLE server_folders (
    account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    role TEXT NOT NULL,
    selectable INTEGER NOT NULL,
    total INTEGER,
    unread INTEGER,
    PRIMARY KEY (account_id, path)
) WITHOUT ROWID;

-- What the account names and the server does not have or open.
CREATE TABLE folder_problems (
    account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    path TEXT NOT NULL, -- empty: no folder has the role
    role TEXT NOT NULL, -- empty: one of the folders that are synchronised
    problem TEXT NOT NULL,
    PRIMARY KEY (account_id, path, role)
) WITHOUT ROWID;

-- The copy in the server's own folder for sent mail: empty where none is wanted, else pending, stored
-- or failed, and why it is not there.
ALTER TABLE outbox ADD COLUMN copy_state TEXT NOT NULL DEFAULT '';

ALTER TABLE outbox ADD COLUMN copy_error TEXT NOT NULL DEFAULT '';

UPDATE outbox SET copy_state = 'pending' WHERE append_at_ms > 0;
