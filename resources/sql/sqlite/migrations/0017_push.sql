-- Browsers that want to be told of new mail, and what is on its way to them. Keys of a browser open
-- nothing without our own key, which is a sealed secret.

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

-- Push services that want to be left alone for a while.
CREATE TABLE push_pauses (
    origin TEXT PRIMARY KEY,
    until_ms INTEGER NOT NULL
) WITHOUT ROWID;
