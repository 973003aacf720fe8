DELETE FROM search_places WHERE id IN (SELECT id FROM search_places WHERE segment = :segment LIMIT :most)
