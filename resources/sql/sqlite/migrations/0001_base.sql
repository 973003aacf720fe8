-- Users, accounts, folders, mails and events. Statements are separated by one blank line.
-- Times are seconds since 1970 UTC unless the name ends in _ms; flags are 0 or 1.

CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    username TEXT NOT NULL,
    username_key TEXT NOT NULL UNIQUE, -- case folded
    role TEXT NOT NULL CHECK (role IN ('admin', 'user')),
    password_hash TEXT NOT NULL,
    token_version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);

CREATE TABLE revoked_tokens (
    jti TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX revoked_tokens_expiry ON revoked_tokens (expires_at);

-- user_id 0: the whole installation.
CREATE TABLE settings (
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, name)
) WITHOUT ROWID;

CREATE TABLE secrets (
    ref TEXT PRIMARY KEY,
    sealed BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    owner_id INTEGER NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    host TEXT NOT NULL,
    port INTEGER NOT NULL,
    username TEXT NOT NULL,
    security TEXT NOT NULL,
    auth_type TEXT NOT NULL,
    secret_ref TEXT NOT NULL,
    smtp_host TEXT NOT NULL,
    smtp_port INTEGER NOT NULL,
    smtp_security TEXT NOT NULL,
    smtp_username TEXT NOT NULL,
    smtp_secret_ref TEXT NOT NULL,
    sender_name TEXT NOT NULL,
    sync_mode TEXT NOT NULL,
    sync_days INTEGER NOT NULL,
    folders TEXT NOT NULL, -- JSON array of paths
    delete_on_server INTEGER NOT NULL,
    on_expunge TEXT NOT NULL,
    flag_sync TEXT NOT NULL,
    append_sent INTEGER NOT NULL,
    tls_pin TEXT NOT NULL, -- hexadecimal
    proxy_url TEXT NOT NULL,
    notify INTEGER NOT NULL,
    status TEXT NOT NULL,
    error_code TEXT NOT NULL DEFAULT '',
    error_message TEXT NOT NULL DEFAULT '',
    last_sync_at INTEGER,
    failures INTEGER NOT NULL DEFAULT 0,
    failing_since_ms INTEGER NOT NULL DEFAULT 0,
    auth_failures INTEGER NOT NULL DEFAULT 0,
    auth_failing_since_ms INTEGER NOT NULL DEFAULT 0,
    next_attempt_at_ms INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleting_at INTEGER -- nobody sees it any more, its rows are being removed
);

CREATE UNIQUE INDEX accounts_mailbox ON accounts (owner_id, host, port, username)
    WHERE deleting_at IS NULL;

CREATE TABLE folders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    path TEXT NOT NULL,
    role TEXT NOT NULL,
    uid_validity INTEGER NOT NULL DEFAULT 0,
    uid_next_at_first_import INTEGER NOT NULL DEFAULT 0,
    uid_next INTEGER NOT NULL DEFAULT 0,
    first_import_done INTEGER NOT NULL DEFAULT 0,
    highest_modseq INTEGER NOT NULL DEFAULT 0,
    list_low_uid INTEGER NOT NULL DEFAULT 0,
    UNIQUE (account_id, path)
);

-- sort_key = created_at << 30 | id; sent_key the same of sent_at, where there is one.
-- uid is NULL for local copies and for mails that wait to be recognised after a UIDVALIDITY change.
CREATE TABLE mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id < 1073741824),
    account_id INTEGER NOT NULL,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    uid INTEGER,
    listing INTEGER NOT NULL, -- 0 hidden, 1 kept, 2 on the server, 3 copy of a sent mail
    created_at INTEGER NOT NULL,
    sent_at INTEGER,
    stored_at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    is_read INTEGER NOT NULL,
    is_starred INTEGER NOT NULL,
    has_attachment INTEGER NOT NULL,
    is_html INTEGER NOT NULL,
    server_flags INTEGER NOT NULL, -- as last seen: 1 seen, 2 flagged
    body_state INTEGER NOT NULL,   -- 0 pending, 1 stored, 2 on demand
    search_state INTEGER NOT NULL, -- 0 indexed without its body, 1 to be indexed, 2 indexed
    sort_key INTEGER NOT NULL,
    sent_key INTEGER NOT NULL,
    from_key BLOB NOT NULL,
    subject_key BLOB NOT NULL,
    message_id TEXT NOT NULL,
    from_addr TEXT NOT NULL,
    from_name TEXT NOT NULL,
    to_json TEXT NOT NULL,
    cc_json TEXT NOT NULL,
    subject TEXT NOT NULL,
    summary TEXT NOT NULL,
    UNIQUE (folder_id, uid)
);

-- One covering index a sort: pages are cut from these alone, and only their rows are read.
CREATE INDEX mails_by_created ON mails
    (sort_key, account_id, folder_id, listing, is_read, is_starred, has_attachment);

CREATE INDEX mails_by_sent ON mails
    (sent_key, created_at, account_id, folder_id, listing, is_read, is_starred, has_attachment);

CREATE INDEX mails_by_from ON mails
    (from_key, id, created_at, account_id, folder_id, listing, is_read, is_starred, has_attachment);

CREATE INDEX mails_by_subject ON mails
    (subject_key, id, created_at, account_id, folder_id, listing, is_read, is_starred,
     has_attachment);

CREATE INDEX mails_by_size ON mails
    (size, id, created_at, account_id, folder_id, listing, is_read, is_starred, has_attachment);

CREATE INDEX mails_of_account ON mails
    (account_id, sort_key, folder_id, listing, is_read, is_starred, has_attachment);

CREATE INDEX mails_unread ON mails
    (sort_key, account_id, folder_id, listing, is_read, is_starred, has_attachment)
    WHERE is_read = 0;

CREATE INDEX mails_starred ON mails
    (sort_key, account_id, folder_id, listing, is_read, is_starred, has_attachment)
    WHERE is_starred = 1;

CREATE INDEX mails_to_index ON mails (id) WHERE search_state = 1;

CREATE INDEX mails_wanting_body ON mails (folder_id, uid, size) WHERE body_state = 0;

-- Local copies and mails to be recognised.
CREATE INDEX mails_without_uid ON mails (folder_id, message_id) WHERE uid IS NULL;

CREATE TABLE bodies (
    mail_id INTEGER PRIMARY KEY REFERENCES mails (id) ON DELETE CASCADE,
    raw_size INTEGER NOT NULL, -- bytes before compression
    raw BLOB NOT NULL -- zstd
);

CREATE TABLE attachments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    mail_id INTEGER NOT NULL REFERENCES mails (id) ON DELETE CASCADE,
    part_path TEXT NOT NULL,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size INTEGER,
    content_id TEXT NOT NULL,
    is_inline INTEGER NOT NULL,
    UNIQUE (mail_id, part_path)
);

CREATE TABLE counters (
    account_id INTEGER NOT NULL,
    folder_id INTEGER NOT NULL,
    listing INTEGER NOT NULL,
    is_read INTEGER NOT NULL,
    is_starred INTEGER NOT NULL,
    has_attachment INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (account_id, folder_id, listing, is_read, is_starred, has_attachment)
) WITHOUT ROWID;

-- Mails that were deleted here and must not come back.
CREATE TABLE tombstones (
    folder_id INTEGER NOT NULL,
    uid_validity INTEGER NOT NULL,
    uid INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    identity BLOB NOT NULL, -- hash of what recognises the mail under another UIDVALIDITY
    PRIMARY KEY (folder_id, uid_validity, uid)
) WITHOUT ROWID;

CREATE INDEX tombstones_identity ON tombstones (folder_id, identity);

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    account_id INTEGER NOT NULL, -- 0: none
    user_id INTEGER NOT NULL,    -- 0: all who may see the account
    owner_id INTEGER NOT NULL,   -- whose the account is; 0: none
    at INTEGER NOT NULL,
    data BLOB NOT NULL
);

CREATE TABLE event_counter (
    last INTEGER NOT NULL
);

INSERT INTO event_counter (last) VALUES (0);
