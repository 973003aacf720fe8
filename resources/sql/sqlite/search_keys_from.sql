SELECT first, data FROM search_keys WHERE segment = :segment AND first >= :first ORDER BY first
