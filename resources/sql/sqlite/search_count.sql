SELECT count(*) FROM search_index WHERE search_index MATCH :match
