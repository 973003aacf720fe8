-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: leases_all [postgresql]
-- Counts the accounts in their index, and adds what only few of them weigh more.
SELECT COUNT(*) AS accounts,
       COUNT(*) + (SELECT CAST(COALESCE(SUM(l.weight - 1), 0) AS BIGINT)
                   FROM account_leases l JOIN accounts a ON a.id = l.account_id
                   WHERE l.weight > 1 AND a.status <> 'disabled' AND a.deleting_at IS NULL) AS weight
FROM accounts WHERE status <> 'disabled' AND deleting_at IS NULL;

-- name: leases_check [postgresql]
SELECT epoch FROM account_leases
WHERE account_id = :account AND node_id = :node AND epoch = :epoch
FOR SHARE;

-- name: leases_complete [postgresql]
INSERT INTO account_leases (account_id)
SELECT a.id FROM accounts a
WHERE NOT EXISTS (SELECT 1 FROM account_leases l WHERE l.account_id = a.id)
ON CONFLICT DO NOTHING;

-- name: leases_held [postgresql]
SELECT account_id, epoch FROM account_leases WHERE node_id = :node ORDER BY account_id;

-- name: leases_insert [postgresql]
INSERT INTO account_leases (account_id) VALUES (:account) ON CONFLICT DO NOTHING;

-- name: leases_holder [postgresql]
SELECT n.id, n.name, n.address
FROM account_leases l JOIN nodes n ON n.id = l.node_id
WHERE l.account_id = :account AND n.beat_at >= now() - interval '12 seconds';

-- name: leases_holders [postgresql]
SELECT l.account_id, n.id, n.name, n.address
FROM account_leases l JOIN nodes n ON n.id = l.node_id
WHERE n.beat_at >= now() - interval '12 seconds';

-- name: leases_note_states [postgresql]
UPDATE account_leases l SET state = r.state, changed_at = clock_timestamp()
FROM json_to_recordset(CAST(:rows AS json)) AS r (account_id BIGINT, epoch BIGINT, state TEXT)
WHERE l.account_id = r.account_id AND l.node_id = :node AND l.epoch = r.epoch;

-- name: leases_release [postgresql]
UPDATE account_leases SET node_id = NULL, state = '', changed_at = clock_timestamp()
WHERE account_id = :account AND node_id = :node AND epoch = :epoch;

-- name: leases_release_all [postgresql]
UPDATE account_leases SET node_id = NULL, state = '', changed_at = clock_timestamp() WHERE node_id = :node;

-- name: leases_revoke [postgresql]
UPDATE account_leases SET node_id = NULL, state = '', changed_at = clock_timestamp()
WHERE account_id = :account AND node_id IS NOT NULL;

-- name: leases_states [postgresql]
SELECT account_id, state FROM account_leases
WHERE changed_at >= now() - CAST(:seconds AS BIGINT) * interval '1 second'
      AND (node_id IS NULL OR node_id <> :node);

-- name: leases_sum [postgresql]
SELECT COUNT(*) AS leases, CAST(COALESCE(SUM(epoch), 0) AS BIGINT) AS epochs,
       CAST(COALESCE(SUM(weight), 0) AS BIGINT) AS weight
FROM account_leases WHERE node_id = :node;

-- name: leases_take [postgresql]
-- Those that no node has, or with :from_lost also those of a dead one. A lease that a running transaction has locked is
-- left for the next time. The candidates come from the index by node; the row is checked again when it is locked.
WITH lost AS MATERIALIZED (
    SELECT id FROM nodes WHERE CAST(:from_lost AS INTEGER) = 1 AND beat_at < now() - interval '12 seconds'),
candidates AS MATERIALIZED (
    SELECT account_id FROM account_leases WHERE node_id IS NULL
    UNION ALL
    SELECT l.account_id FROM lost JOIN account_leases l ON l.node_id = lost.id),
free AS MATERIALIZED (
    SELECT l.account_id, l.weight
    FROM candidates c JOIN account_leases l ON l.account_id = c.account_id JOIN accounts a ON a.id = l.account_id
    WHERE (l.node_id IS NULL OR l.node_id IN (SELECT id FROM lost))
          AND a.status <> 'disabled' AND a.deleting_at IS NULL
    LIMIT CAST(:most AS BIGINT)
    FOR UPDATE OF l SKIP LOCKED),
chosen AS (
    SELECT account_id
    FROM (SELECT account_id, SUM(weight) OVER (ORDER BY weight DESC, account_id) - weight AS heavier FROM free) f
    WHERE heavier < CAST(:most AS BIGINT))
UPDATE account_leases l
SET node_id = :node, epoch = l.epoch + 1, state = '', changed_at = clock_timestamp()
FROM chosen
WHERE l.account_id = chosen.account_id
RETURNING l.account_id, l.epoch;

-- name: leases_weigh [postgresql]
WITH measured AS (
    SELECT account_id, weight FROM json_to_recordset(CAST(:rows AS json)) AS r (account_id BIGINT, weight BIGINT)),
now AS (
    SELECT l.account_id, GREATEST(COALESCE(m.weight, 1), l.weight / 2) AS weight
    FROM account_leases l LEFT JOIN measured m ON m.account_id = l.account_id
    WHERE l.node_id = :node AND (l.weight > 1 OR m.weight > 1))
UPDATE account_leases l
SET weight = now.weight
FROM now
WHERE l.account_id = now.account_id AND l.node_id = :node AND l.weight <> now.weight;

-- name: leases_weights [postgresql]
SELECT account_id, weight FROM account_leases WHERE node_id = :node AND weight > 1;
