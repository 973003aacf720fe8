SELECT COALESCE(sum(documents) - max(documents) + sum(gone), 0),
    (SELECT COALESCE(sum(n), 0) FROM counters)
FROM search_segments WHERE state = 1
