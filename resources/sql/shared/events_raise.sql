UPDATE event_counter SET last = :last WHERE last < :last;
