-- Mails on their way out, and the answers that repeated requests get.
-- status: queued, sending, sent, failed, unknown, cancelled. The message goes when it is not needed.

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
    ended_at INTEGER -- absent while something is still to be done
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
