SELECT listing, sum(n) FROM counters GROUP BY listing
