SELECT COALESCE(sum(documents - gone), 0) FROM search_segments WHERE state = 1
