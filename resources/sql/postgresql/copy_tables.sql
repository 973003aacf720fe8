SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()
