-- Full text search. The tokens are made by store/searchtext.h; the index takes them as they are.

CREATE VIRTUAL TABLE search_index USING fts5(
    sender, subject, body,
    sender_parts, subject_parts, -- suffixes of the words, for finding a part of one
    scope, -- account and folder, U+E000 before their ids
    tokenize = 'ascii', content = '', columnsize = 0
);

-- More of a batch stays in memory before it becomes a segment: 8 MiB.
INSERT INTO search_index (search_index, rank) VALUES ('hashsize', 8388608);

-- What stands in search_index, because deleting from it takes the exact text. search_row is its
-- rowid: created_at * 4 + slot, the next free one upward.
CREATE TABLE search_docs (
    mail_id INTEGER PRIMARY KEY,
    search_row INTEGER NOT NULL UNIQUE,
    tokens BLOB NOT NULL -- the six columns, one a line, zstd
);

-- One row. spill: the largest search_row - created_at * 4 that was ever given out.
CREATE TABLE search_meta (
    text_version INTEGER NOT NULL,
    spill INTEGER NOT NULL
);

INSERT INTO search_meta (text_version, spill) VALUES (0, 0);
