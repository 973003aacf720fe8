SELECT search_row FROM search_docs ORDER BY search_row DESC LIMIT 1 OFFSET 1000
