-- SPDX-License-Identifier: GPL-3.0-or-later
-- The whole schema. Statements are separated by one blank line. Times are seconds since 1970 UTC unless the
-- name ends in _ms; flags are 0 or 1. Number 36, because development versions had
-- 35 steps before it; a database that has fewer is refused.

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
    deleting_at INTEGER, -- nobody sees it any more, its rows are being removed
    -- Names the secret with user name and password for the proxy.
    proxy_secret_ref TEXT NOT NULL DEFAULT '',
    -- Passes over all folders, counted while a mail is unsettled.
    passes INTEGER NOT NULL DEFAULT 0,
    -- JSON object: the path of the folder for a role; null: no folder has it.
    folder_roles TEXT NOT NULL DEFAULT '{}',
    -- The login mechanism that a person chose (`auto`: none), and the one that worked last time at the server
    -- that the account names now (empty: none yet).
    auth_mechanism TEXT NOT NULL DEFAULT 'auto',
    smtp_auth_mechanism TEXT NOT NULL DEFAULT 'auto',
    proven_mechanism TEXT NOT NULL DEFAULT '',
    smtp_proven_mechanism TEXT NOT NULL DEFAULT '',
    -- Where the sign-in of an account with auth_type `oauth2` was made: the name of a section [oauth.NAME] of the
    -- configuration. Its secret_ref names the refresh token.
    oauth_provider TEXT NOT NULL DEFAULT ''
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
    -- When the whole folder was last compared with the server; 0: it is due.
    compared_at INTEGER NOT NULL DEFAULT 0,
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
    -- NULL: the index has nothing of the mail.
    in_index INTEGER,
    -- EMAILID (RFC 8474); empty: the server did not say.
    email_id TEXT NOT NULL DEFAULT '',
    -- Value of accounts.passes when the mail vanished and is to be deleted (listing 0), or when it came as
    -- a copy of another one, which may have been moved (listing 2). NULL: neither, or long ago.
    unsettled INTEGER,
    -- Of a copy: its flags here when it came, bits as in server_flags, and above these two bits those of
    -- the mail that it is a copy of. NULL: it is none.
    copy_flags INTEGER,
    -- Number of the mail's conversation: the id of its first mail, which may be gone. NULL:
    -- the mail is alone in its own.
    thread_id INTEGER,
    -- 0 not placed yet (stored by an earlier version), 1 placed, 2 placed, and a reply without references
    -- may still join it by its subject.
    thread_state INTEGER NOT NULL DEFAULT 0,
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

CREATE INDEX mails_alike ON mails
    (account_id, message_id, size, COALESCE(sent_at, created_at), listing);

CREATE INDEX mails_unsettled ON mails (account_id, unsettled) WHERE unsettled IS NOT NULL;

CREATE INDEX mails_of_thread ON mails
    (thread_id, sort_key, account_id, folder_id, listing, is_read, is_starred, has_attachment)
    WHERE thread_id IS NOT NULL;

CREATE INDEX mails_to_thread ON mails (id) WHERE thread_state = 0 AND body_state <> 0;

CREATE TABLE bodies (
    mail_id INTEGER PRIMARY KEY REFERENCES mails (id) ON DELETE CASCADE,
    raw_size INTEGER NOT NULL, -- bytes before compression
    raw BLOB NOT NULL, -- zstd
    -- As outbox_outlines has them; empty: `raw` is all of it.
    cuts TEXT NOT NULL DEFAULT ''
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
    -- Where a mail that was deleted here stands: 0 gone from the server, 1 there and left alone,
    -- 2 there and to be deleted.
    at_server INTEGER NOT NULL DEFAULT 1,
    -- Hash of what recognises a deleted mail in another folder; NULL: it was deleted before there was one.
    evidence BLOB,
    email_id TEXT NOT NULL DEFAULT '',
    -- A copy that came shortly before the mail was deleted here, and may be its new place; 0: none.
    copy_id INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (folder_id, uid_validity, uid)
) WITHOUT ROWID;

CREATE INDEX tombstones_identity ON tombstones (folder_id, identity);

CREATE INDEX tombstones_to_delete ON tombstones (account_id, folder_id) WHERE at_server = 2;

CREATE INDEX tombstones_evidence ON tombstones (account_id, evidence, at_server)
    WHERE evidence IS NOT NULL;

CREATE INDEX tombstones_with_copies ON tombstones (folder_id) WHERE copy_id <> 0;

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    account_id INTEGER NOT NULL, -- 0: none
    user_id INTEGER NOT NULL,    -- 0: all who may see the account
    owner_id INTEGER NOT NULL,   -- whose the account is; 0: none
    at INTEGER NOT NULL,
    data BLOB NOT NULL
);

CREATE INDEX events_by_account ON events (account_id);

CREATE INDEX events_by_user ON events (user_id) WHERE user_id <> 0;

CREATE TABLE event_counter (
    last INTEGER NOT NULL,
    -- Bytes of the data of all durable events, so that no scan is needed.
    bytes INTEGER NOT NULL DEFAULT 0
);

INSERT INTO event_counter (last) VALUES (0);

-- One row. text_version: the normaliser that made the full text index; 0: there is no index yet.
CREATE TABLE search_meta (
    text_version INTEGER NOT NULL
);

INSERT INTO search_meta (text_version) VALUES (0);

-- Flags that people changed here and that the server is to have too. Bits as in mails.server_flags.
CREATE TABLE flag_wishes (
    mail_id INTEGER PRIMARY KEY REFERENCES mails (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL,
    mask INTEGER NOT NULL,   -- flags that are to be as wanted
    wanted INTEGER NOT NULL, -- their values
    sent INTEGER NOT NULL,   -- flags that were sent, and no answer came yet
    tries INTEGER NOT NULL,  -- that the server refused
    -- Flags that we stored at the server lately, bits as in mails.server_flags: a copy of the mail that
    -- another client made just before does not have them.
    told INTEGER NOT NULL DEFAULT 0,
    -- Value of accounts.passes when the row was last written.
    told_pass INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX flag_wishes_of_account ON flag_wishes (account_id);

-- How often the server did not give the text of a mail that it lists.
CREATE TABLE body_tries (
    mail_id INTEGER PRIMARY KEY REFERENCES mails (id) ON DELETE CASCADE,
    tries INTEGER NOT NULL
);

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    user_id INTEGER NOT NULL, -- who sent it
    status TEXT NOT NULL,
    handed_over INTEGER NOT NULL, -- the final dot may have left: never again by itself
    wants_queue INTEGER NOT NULL, -- 0: one try
    needs_utf8 INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    recipients TEXT NOT NULL, -- JSON: address, state, code, enhanced, response
    to_json TEXT NOT NULL,
    subject TEXT NOT NULL,
    size INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    next_attempt_at_ms INTEGER NOT NULL, -- 0 unless queued
    give_up_at_ms INTEGER NOT NULL,
    failure TEXT NOT NULL, -- what the last try came to: unreachable, deferred, auth, rejected, unfit
    last_error TEXT NOT NULL,
    smtp_code INTEGER NOT NULL,
    enhanced_code TEXT NOT NULL,
    response TEXT NOT NULL,
    mail_id INTEGER NOT NULL,       -- of the local copy; 0: none
    append_at_ms INTEGER NOT NULL,  -- when it is to be put into the server's folder; 0: not
    append_attempts INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    sent_at INTEGER,
    ended_at INTEGER, -- absent while something is still to be done
    -- Which run of the service is sending a mail, and until when it is believed to be alive.
    claimed_by TEXT NOT NULL DEFAULT '',
    claimed_until_ms INTEGER NOT NULL DEFAULT 0,
    -- The copy in the server's own folder for sent mail: empty where none is wanted, else pending, stored
    -- or failed, and why it is not there.
    copy_state TEXT NOT NULL DEFAULT '',
    copy_error TEXT NOT NULL DEFAULT ''
);

CREATE INDEX outbox_due ON outbox (account_id, next_attempt_at_ms) WHERE status = 'queued';

CREATE INDEX outbox_of_account ON outbox (account_id);

CREATE INDEX outbox_appending ON outbox (append_at_ms) WHERE append_at_ms > 0;

CREATE INDEX outbox_sending ON outbox (id) WHERE status = 'sending';

CREATE INDEX outbox_ended ON outbox (ended_at) WHERE ended_at IS NOT NULL;

-- In pieces, so that a large mail is nowhere in memory as a whole while it is sent.
CREATE TABLE outbox_pieces (
    outbox_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    -- Bytes of a piece when it is unpacked (zstd); as many as there are, or 0: it is not packed.
    size INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (outbox_id, position)
);

CREATE TABLE idempotency_keys (
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    request_hash BLOB NOT NULL,
    outbox_id INTEGER NOT NULL,
    answer_status INTEGER NOT NULL, -- 0: not answered yet
    answer BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, name)
) WITHOUT ROWID;

CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    to_json TEXT NOT NULL,
    cc_json TEXT NOT NULL,
    bcc_json TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    attachments_json TEXT NOT NULL,
    extras TEXT NOT NULL, -- JSON: what is composed beyond a plain mail
    summary TEXT NOT NULL,
    search_text TEXT NOT NULL, -- normalised
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    order_key INTEGER NOT NULL -- rises with each save
);

CREATE INDEX drafts_of_user ON drafts (user_id, order_key);

CREATE INDEX drafts_of_account ON drafts (account_id);

CREATE TABLE uploads (
    token TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size INTEGER NOT NULL, -- while it is received: how many bytes it may become
    is_complete INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX uploads_of_user ON uploads (user_id, created_at);

CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    headers TEXT NOT NULL,    -- JSON array of [name, value]; value null: it is in the secret
    secret_ref TEXT NOT NULL, -- JSON in the secret: signing key, values of headers; '': none
    has_secret INTEGER NOT NULL,
    body_template TEXT, -- NULL: the default body
    enabled INTEGER NOT NULL,
    events TEXT NOT NULL, -- names with a blank around each
    mode TEXT NOT NULL,   -- sync, mail
    filters TEXT NOT NULL, -- JSON
    last_status TEXT NOT NULL, -- '', success, error
    last_status_code INTEGER,
    last_trigger_at INTEGER,
    error_message TEXT,
    consecutive_failures INTEGER NOT NULL,
    failing_since INTEGER NOT NULL,   -- 0: the last call was fine
    disabled_reason TEXT NOT NULL,    -- '', gone, failing
    paused_until_ms INTEGER NOT NULL, -- the receiver asked for it, or does not answer
    claims INTEGER NOT NULL,          -- rises, so that two nodes cannot take calls at once
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);

CREATE INDEX webhooks_of_user ON webhooks (user_id);

-- The content of webhook calls, one row for all webhooks that get the same; written in the transaction of the change.
CREATE TABLE webhook_notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL, -- 0: it outlives the account
    event TEXT NOT NULL,
    payload TEXT NOT NULL, -- JSON: the default body
    mail_id INTEGER NOT NULL, -- the newest mail in it; 0: none
    mail_subject TEXT NOT NULL,
    mail_from TEXT NOT NULL,
    created_at INTEGER NOT NULL
);

CREATE INDEX webhook_notices_of_account ON webhook_notices (account_id);

-- Calls still to be made; gone once they have ended, however they ended.
CREATE TABLE webhook_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    notice_id INTEGER NOT NULL REFERENCES webhook_notices (id),
    call_id TEXT NOT NULL, -- webhook-id, the same at each try
    attempts INTEGER NOT NULL,
    next_attempt_at_ms INTEGER NOT NULL, -- while leased, the end of the lease
    lease TEXT NOT NULL, -- who makes the call now; '': nobody
    UNIQUE (webhook_id, notice_id)
);

CREATE INDEX webhook_calls_due ON webhook_calls (webhook_id, next_attempt_at_ms);

CREATE INDEX webhook_calls_leased ON webhook_calls (webhook_id) WHERE lease <> '';

CREATE INDEX webhook_calls_of_notice ON webhook_calls (notice_id);

CREATE TABLE webhook_logs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL,
    call_id TEXT NOT NULL,
    event TEXT NOT NULL,
    mail_subject TEXT NOT NULL,
    mail_from TEXT NOT NULL,
    status_code INTEGER NOT NULL, -- 0: no answer
    error_message TEXT,
    attempt INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    is_test INTEGER NOT NULL,
    will_retry INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);

CREATE INDEX webhook_logs_of_webhook ON webhook_logs (webhook_id, id);

CREATE INDEX webhook_logs_of_account ON webhook_logs (account_id);

CREATE INDEX webhook_logs_age ON webhook_logs (created_at);

CREATE TABLE push_subscriptions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    endpoint TEXT NOT NULL UNIQUE, -- a browser has one, whoever is logged in there
    origin TEXT NOT NULL,          -- of the endpoint: the push service
    p256dh BLOB NOT NULL,
    auth BLOB NOT NULL,
    vapid_key TEXT NOT NULL, -- ours that the browser was given; the push service takes no other
    user_agent TEXT NOT NULL,
    is_active INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_success_at INTEGER,
    last_status INTEGER,       -- of HTTP; absent: never answered
    failures INTEGER NOT NULL, -- in a row
    failing_since INTEGER      -- absent: not failing
);

CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id, updated_at);

-- New mail of one transaction; what is said of it is read from the mail when it is sent.
CREATE TABLE push_notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL,
    mail_id INTEGER NOT NULL, -- the newest
    mail_count INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    is_spread INTEGER NOT NULL -- 1: there is a job for each browser that is to have it
);

CREATE INDEX push_notices_to_spread ON push_notices (id) WHERE is_spread = 0;

CREATE INDEX push_notices_of_account ON push_notices (account_id);

-- One notice for one browser. Claimed ones are leased: due again when the lease ends.
CREATE TABLE push_jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subscription_id INTEGER NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
    notice_id INTEGER NOT NULL REFERENCES push_notices (id) ON DELETE CASCADE,
    attempts INTEGER NOT NULL,
    next_attempt_at_ms INTEGER NOT NULL,
    is_claimed INTEGER NOT NULL,
    is_minimal INTEGER NOT NULL -- 1: it was too large, say less
);

CREATE INDEX push_jobs_of_subscription ON push_jobs (subscription_id, id);

CREATE INDEX push_jobs_of_notice ON push_jobs (notice_id);

-- Push services that asked for a pause (Retry-After).
CREATE TABLE push_pauses (
    origin TEXT PRIMARY KEY,
    until_ms INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE stream_tickets (
    hash BLOB PRIMARY KEY, -- SHA-256: who reads this table cannot use it
    user_id INTEGER NOT NULL,
    token_id TEXT NOT NULL,
    token_version INTEGER NOT NULL,
    token_expires_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE copied_tables (
    name TEXT PRIMARY KEY,
    n INTEGER NOT NULL,       -- rows that are here
    digest BLOB NOT NULL,     -- of these rows as they were read
    is_whole INTEGER NOT NULL -- there are no more
) WITHOUT ROWID;

CREATE TABLE outbox_outlines (
    outbox_id INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    cuts TEXT NOT NULL, -- of each: where in `raw`, and how many bytes it is short of
    raw BLOB NOT NULL   -- zstd
);

CREATE TABLE body_pieces (
    mail_id INTEGER NOT NULL REFERENCES mails (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    size INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (mail_id, position)
);

CREATE TABLE keychain_items (
    ref TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('writing', 'kept', 'leaving'))
) WITHOUT ROWID;

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

CREATE TABLE user_settings (
    user_id INTEGER PRIMARY KEY REFERENCES users (id),
    language TEXT NOT NULL, -- '': the browser's
    theme TEXT NOT NULL,    -- system, light, dark
    density TEXT NOT NULL,  -- comfortable, compact
    conversations INTEGER NOT NULL,
    notifications INTEGER NOT NULL,
    image_senders TEXT NOT NULL, -- JSON array of addresses
    quiet_hours_enabled INTEGER NOT NULL,
    quiet_hours_from TEXT NOT NULL, -- HH:MM, local time of the client
    quiet_hours_to TEXT NOT NULL
);

-- What conversations are known by: hashes of message ids, and of subject and participants where a reply
-- has no references; each with the owner of the account.
CREATE TABLE thread_nodes (
    hash INTEGER PRIMARY KEY,
    thread_id INTEGER NOT NULL
);

CREATE INDEX thread_nodes_of ON thread_nodes (thread_id);

-- One batch of mails, or several merged: never changed once made. Documents are numbered from 0, newest
-- mail first.
CREATE TABLE search_segments (
    id INTEGER PRIMARY KEY,
    documents INTEGER NOT NULL,
    gone INTEGER NOT NULL DEFAULT 0, -- of these, deleted since
    bytes INTEGER NOT NULL,
    high_key INTEGER NOT NULL, -- sort key of its newest mail
    low_key INTEGER NOT NULL,
    state INTEGER NOT NULL -- 0 being merged, 1 searched, 2 to be removed
);

-- The data of all rows begins with a checksum.
CREATE TABLE search_words (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    first BLOB NOT NULL, -- the lowest term in it
    data BLOB NOT NULL
);

CREATE UNIQUE INDEX search_words_first ON search_words (segment, first);

-- Where the words stand, for phrases: one long text of bytes for each segment, in pieces.
CREATE TABLE search_places (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    at INTEGER NOT NULL, -- offset of its first byte
    data BLOB NOT NULL
);

CREATE UNIQUE INDEX search_places_at ON search_places (segment, at);

-- Document -> sort key of the mail, which holds its id.
CREATE TABLE search_keys (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    first INTEGER NOT NULL, -- document
    low INTEGER NOT NULL,   -- the lowest key in it
    data BLOB NOT NULL      -- eight bytes a document
);

CREATE UNIQUE INDEX search_keys_first ON search_keys (segment, first);

CREATE UNIQUE INDEX search_keys_low ON search_keys (segment, low);

-- Deleted documents.
CREATE TABLE search_gone (
    segment INTEGER NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (segment, document)
) WITHOUT ROWID;
