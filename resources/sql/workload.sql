-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: workload_accounts
SELECT status, COUNT(*) AS total FROM accounts WHERE deleting_at IS NULL GROUP BY status ORDER BY status;

-- name: workload_bodies
SELECT COUNT(*) AS entries, 0 AS first_due_ms
FROM (SELECT id FROM mails WHERE body_state = 0 LIMIT :most) AS waiting;

-- name: workload_outbox
-- Mails of disabled accounts wait for a person, so they are not due.
SELECT COUNT(*) AS entries,
       MIN(CASE WHEN a.status <> 'disabled' AND a.deleting_at IS NULL THEN o.next_attempt_at_ms END) AS first_due_ms
FROM outbox o JOIN accounts a ON a.id = o.account_id
WHERE o.status = 'queued';

-- name: workload_push
SELECT COUNT(*) AS entries, MIN(CASE WHEN is_claimed = 0 THEN next_attempt_at_ms END) AS first_due_ms
FROM push_jobs;

-- name: workload_search
SELECT COUNT(*) AS entries,
       (SELECT stored_at FROM mails WHERE search_state = 1 ORDER BY id LIMIT 1) * 1000 AS first_due_ms
FROM (SELECT id FROM mails WHERE search_state = 1 LIMIT :most) AS waiting;

-- name: workload_size [sqlite]
SELECT c.page_count * s.page_size FROM pragma_page_count AS c, pragma_page_size AS s;

-- name: workload_size [postgresql]
SELECT pg_database_size(current_database());

-- name: workload_webhooks
-- A call that is being made (leased), or that waits because its receiver asked for a pause, is not late.
SELECT COUNT(*) AS entries,
       MIN(CASE WHEN w.enabled = 1 AND c.lease = ''
                THEN CASE WHEN w.paused_until_ms > c.next_attempt_at_ms THEN w.paused_until_ms
                          ELSE c.next_attempt_at_ms END END) AS first_due_ms
FROM webhook_calls c JOIN webhooks w ON w.id = c.webhook_id;
