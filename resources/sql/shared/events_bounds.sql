SELECT (SELECT min(id) FROM events), last FROM event_counter;
