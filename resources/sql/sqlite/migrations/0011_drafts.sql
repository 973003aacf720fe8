-- Mails that are being written.

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
