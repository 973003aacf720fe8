DELETE FROM copied_tables
