-- SPDX-License-Identifier: GPL-3.0-or-later
-- kind: expand
-- The content of uploads, so that each service that uses this database can send them.
ALTER TABLE uploads
    ADD COLUMN is_in_database BIGINT NOT NULL DEFAULT 0, -- else the content is a file in attachments_dir
    ADD COLUMN written_at BIGINT NOT NULL DEFAULT 0;     -- last write of the content, by the clock of the database

CREATE TABLE upload_pieces (
    token TEXT COLLATE "C" NOT NULL REFERENCES uploads (token) ON DELETE CASCADE,
    position BIGINT NOT NULL, -- from 0; all pieces but the last one have 256 KiB
    bytes BYTEA NOT NULL,
    PRIMARY KEY (token, position)
);

ALTER TABLE upload_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
