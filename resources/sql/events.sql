-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: event_counter
SELECT last, bytes FROM event_counter;

-- name: events_after
-- While an account is being removed, `account.deleted` is the only one of its events that is delivered.
SELECT e.id, e.name, e.account_id, e.user_id, e.at, e.data, e.owner_id,
       (e.user_id = 0 OR e.user_id = :user)
       AND (e.account_id = 0
            OR ((CAST(:owner AS BIGINT) = 0 OR e.owner_id = :owner)
                AND (e.name = 'account.deleted'
                     OR EXISTS (SELECT 1 FROM accounts a
                                WHERE a.id = e.account_id AND a.deleting_at IS NULL)))) AS is_visible
FROM events e
WHERE e.id > :id
ORDER BY e.id
LIMIT :max;

-- name: events_bounds
SELECT (SELECT min(id) FROM events) AS oldest, last FROM event_counter;

-- name: events_insert
INSERT INTO events (id, name, account_id, user_id, owner_id, at, data)
VALUES (:id, :name, :account_id, :user_id, :owner_id, :at, :data);

-- name: events_newest_time
-- 0: there are no events.
SELECT COALESCE((SELECT at FROM events ORDER BY id DESC LIMIT 1), 0)

-- name: events_news
SELECT id, name, account_id, user_id, owner_id, at, data FROM events
WHERE id > :id
ORDER BY id
LIMIT :max;

-- name: events_note_removed
UPDATE event_counter SET bytes = bytes - :bytes;

-- name: events_oldest
SELECT id, at, length(data) AS bytes FROM events ORDER BY id LIMIT :max;

-- name: events_prune
DELETE FROM events WHERE id <= :up_to RETURNING length(data);

-- name: events_raise
UPDATE event_counter SET last = :last WHERE last < :last;

-- name: events_take_ids
UPDATE event_counter SET last = last + :count, bytes = bytes + :bytes RETURNING last;
