SELECT unmerged, (SELECT COALESCE(sum(n), 0) FROM counters) FROM search_meta
