INSERT INTO sqlite_sequence (name, seq)
SELECT CAST(:table AS TEXT), :last
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :table)
