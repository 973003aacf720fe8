UPDATE event_counter SET last = last + :count, bytes = bytes + :bytes RETURNING last;
