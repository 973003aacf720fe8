INSERT INTO search_keys (segment, first, low, data)
VALUES (:segment, :first, :low, :data)
