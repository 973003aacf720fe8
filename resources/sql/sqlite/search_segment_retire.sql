UPDATE search_segments SET state = 2 WHERE id = :segment
