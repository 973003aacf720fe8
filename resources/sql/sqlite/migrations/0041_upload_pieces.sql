-- SPDX-License-Identifier: GPL-3.0-or-later
-- kind: expand
-- The content of uploads that were copied from PostgreSQL. On SQLite it is a file.
ALTER TABLE uploads ADD COLUMN is_in_database INTEGER NOT NULL DEFAULT 0;

ALTER TABLE uploads ADD COLUMN written_at INTEGER NOT NULL DEFAULT 0;

CREATE TABLE upload_pieces (
    token TEXT NOT NULL REFERENCES uploads (token) ON DELETE CASCADE,
    position INTEGER NOT NULL, -- from 0; all pieces but the last one have 256 KiB
    bytes BLOB NOT NULL,
    PRIMARY KEY (token, position)
);
