-- SPDX-License-Identifier: GPL-3.0-or-later
-- kind: expand
-- What all services together count to limit it: tries to log in, calls to other hosts. All times are those of the
-- database's clock. Not logged: the counts may be lost with the server, and a count waits for no disk.
CREATE UNLOGGED TABLE rate_counts (
    key BYTEA PRIMARY KEY, -- a SHA-256: no name of a user is stored here
    count BIGINT NOT NULL,
    until TIMESTAMP WITH TIME ZONE NOT NULL, -- refused until then
    forget_at TIMESTAMP WITH TIME ZONE NOT NULL -- from then on as if the row did not exist
) WITH (fillfactor = 70);

CREATE INDEX rate_counts_by_end ON rate_counts (forget_at);

-- What a user began at one service and ends at another: sign-ins at providers.
CREATE TABLE sign_ins (
    hash BYTEA PRIMARY KEY, -- SHA-256 of the handle
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    sealed BYTEA NOT NULL,
    is_held BIGINT NOT NULL DEFAULT 0, -- an account is being stored with it
    put_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(),
    ends_at TIMESTAMP WITH TIME ZONE NOT NULL
);

CREATE INDEX sign_ins_of_user ON sign_ins (user_id, kind, put_at);
