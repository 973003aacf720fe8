-- The folders at each account's server: what they are for, and which of them are missing.

-- JSON object: the path of the folder for a role; null: no folder has it.
ALTER TABLE accounts ADD COLUMN folder_roles TEXT COLLATE "C" NOT NULL DEFAULT '{}';

-- As the server listed them last. Counts are the server's; NULL: it did not say.
CREATE TABLE server_folders (
    account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    path TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL,
    selectable BIGINT NOT NULL,
    total BIGINT,
    unread BIGINT,
    PRIMARY KEY (account_id, path)
);

-- What the account names and the server does not have or open.
CREATE TABLE folder_problems (
    account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    path TEXT COLLATE "C" NOT NULL, -- empty: no folder has the role
    role TEXT COLLATE "C" NOT NULL, -- empty: one of the folders that are synchronised
    problem TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account_id, path, role)
);

-- The copy in the server's own folder for sent mail: empty where none is wanted, else pending, stored
-- or failed, and why it is not there.
ALTER TABLE outbox ADD COLUMN copy_state TEXT COLLATE "C" NOT NULL DEFAULT '';

ALTER TABLE outbox ADD COLUMN copy_error TEXT COLLATE "C" NOT NULL DEFAULT '';

UPDATE outbox SET copy_state = 'pending' WHERE append_at_ms > 0;
