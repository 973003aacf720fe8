SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT) FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name = :table
