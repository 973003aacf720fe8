-- Writes about so many pages; with a negative number all pieces are to become one.
INSERT INTO search_index (search_index, rank) VALUES ('merge', :pages)
