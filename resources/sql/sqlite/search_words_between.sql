-- The blocks of each segment in which terms from :low to before :high may stand.
SELECT s.id, w.data
FROM search_segments s CROSS JOIN search_words w
WHERE s.state = 1 AND w.segment = s.id AND w.first < :high
    AND w.first >= COALESCE((SELECT f.first FROM search_words f
                             WHERE f.segment = s.id AND f.first <= :low
                             ORDER BY f.first DESC LIMIT 1), :low)
ORDER BY s.id, w.first
