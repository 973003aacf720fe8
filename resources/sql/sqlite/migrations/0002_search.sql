-- Full text search. The tokens are made by store/search/text/searchtext.h; the index takes them as they are.

CREATE VIRTUAL TABLE search_index USING fts5(
    body, -- first: an entry of any other column takes two bytes more
    sender, subject,
    sender_parts, subject_parts, -- suffixes of the words, for finding a part of one
    scope, -- account and folder, U+E000 before their ids
    tokenize = 'ascii', content = '', columnsize = 0
);

-- What is kept in memory before it becomes a segment. Measured: 1 MiB merges more, 8 MiB leaves the
-- processor's cache.
INSERT INTO search_index (search_index, rank) VALUES ('hashsize', 4194304);

-- What stands in search_index, because deleting from it takes the exact text. search_row is its
-- rowid: created_at * 4 + slot, the next free one upward.
CREATE TABLE search_docs (
    mail_id INTEGER PRIMARY KEY,
    search_row INTEGER NOT NULL UNIQUE,
    account_id INTEGER NOT NULL, -- as they were indexed in `scope`
    folder_id INTEGER NOT NULL,
    tokens BLOB NOT NULL -- the other columns, one a line, zstd
);

-- One row. spill: the largest search_row - created_at * 4 that was ever given out.
CREATE TABLE search_meta (
    text_version INTEGER NOT NULL,
    spill INTEGER NOT NULL
);

INSERT INTO search_meta (text_version, spill) VALUES (0, 0);
