SELECT name, n, digest, is_whole FROM copied_tables
