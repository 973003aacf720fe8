UPDATE search_segments SET gone = gone + :documents WHERE id = :segment
