INSERT INTO search_places (segment, at, data)
VALUES (:segment, :at, :data)
