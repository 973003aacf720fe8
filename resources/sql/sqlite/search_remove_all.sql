INSERT INTO search_index (search_index) VALUES ('delete-all')
