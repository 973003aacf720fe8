-- How far a copy of another database has come here (store/copy/databasecopy.h); empty where none was
-- begun, or it is done.

CREATE TABLE copied_tables (
    name TEXT COLLATE "C" PRIMARY KEY,
    n BIGINT NOT NULL,       -- rows that are here
    digest BYTEA NOT NULL,   -- of these rows as they were read
    is_whole BIGINT NOT NULL -- there are no more
);
