-- The full text index as segments of our own (service/search) instead of FTS5. It is made anew.

DROP TABLE search_index;

DROP TABLE search_docs;

-- One batch of mails, or several merged: never changed once made. Documents are numbered from 0, newest
-- mail first.
CREATE TABLE search_segments (
    id INTEGER PRIMARY KEY,
    documents INTEGER NOT NULL,
    gone INTEGER NOT NULL DEFAULT 0, -- of these, deleted since
    bytes INTEGER NOT NULL,
    high_key INTEGER NOT NULL, -- sort key of its newest mail
    low_key INTEGER NOT NULL,
    state INTEGER NOT NULL -- 0 being merged, 1 searched, 2 to be removed
);

-- The data of all rows begins with a checksum.
CREATE TABLE search_words (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    first BLOB NOT NULL, -- the lowest term in it
    data BLOB NOT NULL
);

CREATE UNIQUE INDEX search_words_first ON search_words (segment, first);

-- Where the words stand, for phrases: one long text of bytes for each segment, in pieces.
CREATE TABLE search_places (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    at INTEGER NOT NULL, -- offset of its first byte
    data BLOB NOT NULL
);

CREATE UNIQUE INDEX search_places_at ON search_places (segment, at);

-- Document -> sort key of the mail, which holds its id.
CREATE TABLE search_keys (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    first INTEGER NOT NULL, -- document
    low INTEGER NOT NULL,   -- the lowest key in it
    data BLOB NOT NULL      -- eight bytes a document
);

CREATE UNIQUE INDEX search_keys_first ON search_keys (segment, first);

CREATE UNIQUE INDEX search_keys_low ON search_keys (segment, low);

-- Deleted documents.
CREATE TABLE search_gone (
    segment INTEGER NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (segment, document)
) WITHOUT ROWID;

DROP INDEX mails_by_search_row;

DROP INDEX mails_unread_by_search_row;

DROP INDEX mails_starred_by_search_row;

-- NULL: the index has nothing of the mail.
ALTER TABLE mails RENAME COLUMN search_row TO in_index;

ALTER TABLE search_meta DROP COLUMN spill;

ALTER TABLE search_meta DROP COLUMN unmerged;

UPDATE search_meta SET text_version = 0;
