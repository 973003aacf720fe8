-- A merge that a crash ended.
UPDATE search_segments SET state = 2 WHERE state = 0
