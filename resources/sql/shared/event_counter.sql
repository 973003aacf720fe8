SELECT last, bytes FROM event_counter;
