-- The first row that nobody has, from :row upward.
SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM search_docs WHERE search_row = :row) THEN :row ELSE (
    SELECT a.search_row + 1 FROM search_docs a
    WHERE a.search_row >= :row
        AND NOT EXISTS (SELECT 1 FROM search_docs b WHERE b.search_row = a.search_row + 1)
    ORDER BY a.search_row LIMIT 1) END
