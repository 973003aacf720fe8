-- SPDX-License-Identifier: GPL-3.0-or-later
-- ARCHITECTURE.md, "Migrations", says what `compatible_from` means.

-- name: schema_create
CREATE TABLE IF NOT EXISTS schema_versions (
    version INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at BIGINT NOT NULL
);

-- name: schema_locked [postgresql]
SELECT CAST(pg_try_advisory_xact_lock(hashtextextended(current_schema(), :key)) AS INTEGER) AS locked;

-- name: schema_note
INSERT INTO schema_versions (version, name, applied_at) VALUES (:version, :name, :now);

-- name: schema_note_compatible
UPDATE schema_versions SET compatible_from = :compatible_from WHERE version = :version;

-- name: schema_older_nodes [postgresql]
SELECT name, address, version FROM nodes
WHERE beat_at >= now() - interval '12 seconds' AND known_schema < :version
ORDER BY id;

-- name: schema_older_process [postgresql]
SELECT COALESCE(host(a.client_addr), 'a local socket') || ', process ' || a.pid || ' of the server' AS process
FROM pg_locks l
JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.pid <> pg_backend_pid()
  AND (CAST(l.classid AS BIGINT) << 32 | CAST(l.objid AS BIGINT)) = hashtextextended(current_schema(), :key)
ORDER BY a.pid
LIMIT 1;

-- name: schema_shows_nodes [postgresql]
-- Whether the nodes say which steps they know.
SELECT COUNT(*) FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name = 'nodes' AND column_name = 'known_schema';

-- name: schema_state
-- In a database without the column `compatible_from` that name is the one of `missing`, which is NULL.
SELECT COALESCE((SELECT MAX(version) FROM schema_versions), 0) AS version,
       COALESCE((SELECT MAX(COALESCE(compatible_from, version)) FROM schema_versions), 0) AS compatible_from
FROM (SELECT CAST(NULL AS BIGINT) AS compatible_from) AS missing;
