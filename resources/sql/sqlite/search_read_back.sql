-- Walks the whole index.
SELECT col, CAST(term AS BLOB) FROM temp.search_instances WHERE doc = :row ORDER BY col, "offset"
