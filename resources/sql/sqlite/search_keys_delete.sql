DELETE FROM search_keys WHERE id IN (SELECT id FROM search_keys WHERE segment = :segment LIMIT :most)
