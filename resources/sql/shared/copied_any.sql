SELECT count(*) FROM copied_tables
