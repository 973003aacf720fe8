-- Tickets that open one event stream each, within seconds: for clients whose addresses are written
-- down on the way. They end what their token would end.

CREATE TABLE stream_tickets (
    hash BYTEA PRIMARY KEY, -- SHA-256: who reads this table cannot use it
    user_id BIGINT NOT NULL,
    token_id TEXT NOT NULL,
    token_version BIGINT NOT NULL,
    token_expires_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
