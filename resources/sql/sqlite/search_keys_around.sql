-- Of each segment, the row of keys in which this one may stand.
SELECT s.id, k.first, k.data
FROM search_segments s
CROSS JOIN search_keys k ON k.segment = s.id
    AND k.low = (SELECT max(low) FROM search_keys WHERE segment = s.id AND low <= :key)
WHERE s.state = 1 AND :key BETWEEN s.low_key AND s.high_key
