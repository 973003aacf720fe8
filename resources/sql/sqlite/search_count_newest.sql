-- How many, and the rows of the newest ones: looking up a beginning costs the same again for each
-- statement.
SELECT count(*), group_concat(CASE WHEN rowid >= :recent THEN rowid END)
FROM search_index WHERE search_index MATCH :match
