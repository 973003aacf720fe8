-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: copied_all
SELECT name, n, digest, is_whole FROM copied_tables

-- name: copied_any
SELECT count(*) FROM copied_tables

-- name: copied_clear
DELETE FROM copied_tables

-- name: copied_put
INSERT INTO copied_tables (name, n, digest, is_whole) VALUES (:name, :n, :digest, :is_whole)
ON CONFLICT (name) DO UPDATE
SET n = excluded.n, digest = excluded.digest, is_whole = excluded.is_whole

-- name: copy_clear
DELETE FROM /*table*/ copied_tables

-- name: copy_columns [sqlite]
SELECT name, type FROM pragma_table_info(:table)

-- name: copy_columns [postgresql]
SELECT CAST(column_name AS TEXT) AS name, CAST(data_type AS TEXT) AS type FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name = :table

-- name: copy_count
SELECT count(*) FROM /*table*/ copied_tables

-- name: copy_read
-- copyreader.cpp replaces the marks.
SELECT /*columns*/ n FROM /*table*/ copied_tables WHERE /*where*/ TRUE ORDER BY /*key*/ name LIMIT :max

-- name: copy_sequence_add [sqlite]
INSERT INTO sqlite_sequence (name, seq)
SELECT CAST(:table AS TEXT), :last
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :table)

-- name: copy_sequence_set [sqlite]
UPDATE sqlite_sequence SET seq = :last WHERE name = :table

-- name: copy_sequence_set [postgresql]
SELECT setval(pg_get_serial_sequence(:table, 'id'), :last)

-- name: copy_sequences [sqlite]
SELECT name, seq FROM sqlite_sequence

-- name: copy_sequences [postgresql]
SELECT CAST(t.relname AS TEXT) AS name, pg_sequence_last_value(s.oid) AS seq
FROM pg_class s
     JOIN pg_depend d ON d.objid = s.oid AND d.deptype = 'i'
     JOIN pg_class t ON t.oid = d.refobjid
WHERE s.relkind = 'S' AND t.relnamespace = CAST(current_schema() AS regnamespace)

-- name: copy_tables [sqlite]
SELECT name FROM sqlite_master WHERE type = 'table'

-- name: copy_tables [postgresql]
SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()

-- name: copy_write [sqlite]
-- copywriter.cpp replaces the marks.
INSERT INTO /*table*/ copied_tables (/*columns*/ name) VALUES (/*values*/ ?)

-- name: copy_write [postgresql]
-- copywriter.cpp replaces the marks.
INSERT INTO /*table*/ copied_tables (/*columns*/ name)
SELECT /*values*/ name FROM json_to_recordset(CAST(:rows AS json)) AS r (/*types*/ name TEXT)
