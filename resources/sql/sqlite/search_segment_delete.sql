DELETE FROM search_segments WHERE id = :segment
