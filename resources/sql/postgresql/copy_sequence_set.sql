SELECT setval(pg_get_serial_sequence(:table, 'id'), :last)
