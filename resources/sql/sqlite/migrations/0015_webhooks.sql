-- Calls to hosts that users named, when something happened.

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

-- What is told: written with the change itself, for all webhooks that are to hear the same.
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
