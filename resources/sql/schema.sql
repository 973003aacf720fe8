-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: schema_create
CREATE TABLE IF NOT EXISTS schema_versions (
    version INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at BIGINT NOT NULL
);

-- name: schema_note
INSERT INTO schema_versions (version, name, applied_at) VALUES (:version, :name, :now);

-- name: schema_version
SELECT max(version) FROM schema_versions;
