INSERT OR IGNORE INTO search_gone (segment, document) VALUES (:segment, :document)
