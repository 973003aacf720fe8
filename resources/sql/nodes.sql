-- SPDX-License-Identifier: GPL-3.0-or-later
-- A node that did not beat for 12 s is dead (docs/scaling.md).

-- name: nodes_all [postgresql]
SELECT n.id, n.name, n.address, n.version, n.is_draining,
       CAST(floor(extract(epoch FROM n.started_at)) AS BIGINT) AS started_at,
       CAST(floor(extract(epoch FROM n.beat_at)) AS BIGINT) AS beat_at,
       CAST(n.beat_at >= now() - interval '12 seconds' AS INTEGER) AS is_alive,
       (SELECT COUNT(*) FROM account_leases l WHERE l.node_id = n.id) AS accounts
FROM nodes n
ORDER BY n.id;

-- name: nodes_beat [postgresql]
UPDATE nodes SET beat_at = clock_timestamp(), is_draining = :is_draining WHERE id = :id
RETURNING id;

-- name: nodes_join [postgresql]
INSERT INTO nodes (uuid, name, address, version, key_id, known_schema)
VALUES (:uuid, :name, :address, :version, :key_id, :known_schema)
RETURNING id;

-- name: nodes_keys [postgresql]
SELECT id, name, address, key_id FROM nodes
WHERE beat_at >= now() - interval '12 seconds' AND uuid <> :uuid
ORDER BY id;

-- name: nodes_leave [postgresql]
DELETE FROM nodes WHERE id = :id;

-- name: nodes_notify [postgresql]
SELECT COUNT(*) FROM (SELECT pg_notify('postrider_nodes', :text)) AS sent;

-- name: nodes_now [postgresql]
SELECT COUNT(*) AS known, COUNT(*) FILTER (WHERE is_live) AS live,
       COALESCE(MIN(id) FILTER (WHERE is_live), 0) AS first,
       CAST(floor(extract(epoch FROM now()) * 1000) AS BIGINT) % 60000 AS of_minute_ms
FROM (SELECT id, is_draining = 0 AND beat_at >= now() - interval '12 seconds' AS is_live FROM nodes) AS n;

-- name: nodes_remove [postgresql]
DELETE FROM nodes WHERE uuid = :uuid;

-- name: nodes_remove_dead [postgresql]
-- The leases of such a node were taken long ago.
DELETE FROM nodes WHERE beat_at < now() - interval '1 hour' AND id <> :id;
