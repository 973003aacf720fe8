-- Files that users uploaded to attach them to mails. The bytes are files named by the token; the row
-- comes first and goes first. user_id has no foreign key: a sweep removes what users leave behind.

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
