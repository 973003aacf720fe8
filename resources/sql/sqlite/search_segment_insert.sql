INSERT INTO search_segments (documents, bytes, high_key, low_key, state)
VALUES (:documents, :bytes, :high_key, :low_key, :state)
RETURNING id
