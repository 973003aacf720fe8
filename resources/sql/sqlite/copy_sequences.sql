SELECT name, seq FROM sqlite_sequence
