SELECT at, data FROM search_places WHERE segment = :segment AND at > :after ORDER BY at LIMIT 1
