SELECT at, data FROM search_places
WHERE segment = :segment AND at < :end
    AND at >= COALESCE((SELECT p.at FROM search_places p
                        WHERE p.segment = :segment AND p.at <= :begin
                        ORDER BY p.at DESC LIMIT 1), 0)
ORDER BY at
