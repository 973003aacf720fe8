-- Tickets that open one event stream each, within seconds: for clients whose addresses are written
-- down on the way. They end what their token would end.

CREATE TABLE stream_tickets (
    hash BLOB PRIMARY KEY, -- SHA-256: who reads this table cannot use it
    user_id INTEGER NOT NULL,
    token_id TEXT NOT NULL,
    token_version INTEGER NOT NULL,
    token_expires_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
