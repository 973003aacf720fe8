DELETE FROM search_words WHERE id IN (SELECT id FROM search_words WHERE segment = :segment LIMIT :most)
