UPDATE event_counter SET last = last + :count RETURNING last;
