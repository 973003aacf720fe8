SELECT id FROM search_segments WHERE state = 2 ORDER BY id LIMIT 1
