-- How far a copy of another database has come here (store/copy/databasecopy.h); empty where none was
-- begun, or it is done.

CREATE TABLE copied_tables (
    name TEXT PRIMARY KEY,
    n INTEGER NOT NULL,       -- rows that are here
    digest BLOB NOT NULL,     -- of these rows as they were read
    is_whole INTEGER NOT NULL -- there are no more
) WITHOUT ROWID;
