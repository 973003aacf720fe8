UPDATE event_counter SET bytes = bytes - :bytes;
