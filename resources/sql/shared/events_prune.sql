DELETE FROM events
WHERE id <= (SELECT last FROM event_counter) - :kept OR at < :since;
