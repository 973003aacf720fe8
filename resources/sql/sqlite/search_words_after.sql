SELECT first, data FROM search_words WHERE segment = :segment AND first > :after
ORDER BY first LIMIT 1
