UPDATE search_segments SET bytes = :bytes, state = 1 WHERE id = :segment
