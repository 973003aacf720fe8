INSERT INTO search_words (segment, first, data)
VALUES (:segment, :first, :data)
