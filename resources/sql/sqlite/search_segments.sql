SELECT id, documents, gone, bytes FROM search_segments WHERE state = 1 ORDER BY id
