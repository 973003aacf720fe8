INSERT INTO copied_tables (name, n, digest, is_whole) VALUES (:name, :n, :digest, :is_whole)
ON CONFLICT (name) DO UPDATE
SET n = excluded.n, digest = excluded.digest, is_whole = excluded.is_whole
