-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: checkpoint [sqlite]
PRAGMA wal_checkpoint(PASSIVE);

-- name: commit_marks_get [postgresql]
SELECT mark FROM commit_marks WHERE run = :run;

-- name: commit_marks_prune [postgresql]
DELETE FROM commit_marks WHERE at < :before;

-- name: data_version [sqlite]
PRAGMA data_version;

-- name: data_version [postgresql]
-- Changes with each commit of a writer of any service. Commits to the full text index do not change it.
SELECT COALESCE(string_agg(run || ' ' || mark, ',' ORDER BY run), '') FROM commit_marks;

-- name: free_pages [sqlite]
PRAGMA freelist_count;

-- name: free_pages_give_back [sqlite]
PRAGMA incremental_vacuum(1);

-- name: page_count [sqlite]
PRAGMA page_count

-- name: quick_check [sqlite]
PRAGMA quick_check(10);

-- name: server_identity [postgresql]
SELECT (SELECT CAST(system_identifier AS TEXT) FROM pg_control_system()) AS system,
       left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline;

-- name: database_oid [postgresql]
SELECT CAST(oid AS BIGINT) FROM pg_database WHERE datname = current_database();

-- name: server_time [postgresql]
SELECT CAST(floor(extract(epoch FROM clock_timestamp())) AS BIGINT)
