-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: push_jobs_by_id
SELECT j.id AS job_id, j.attempts, j.is_minimal,
       s.id, s.user_id, s.endpoint, s.origin, s.p256dh, s.auth, s.vapid_key, s.user_agent, s.is_active,
       s.created_at, s.updated_at, s.last_success_at, s.last_status, s.failures, s.failing_since,
       n.id AS notice_id, n.account_id, a.email, n.mail_count, n.created_at AS noticed_at,
       m.id AS mail_id, m.from_addr, m.from_name, m.subject
FROM push_jobs j
JOIN push_subscriptions s ON s.id = j.subscription_id
JOIN push_notices n ON n.id = j.notice_id
JOIN accounts a ON a.id = n.account_id
LEFT JOIN mails m ON m.id = n.mail_id
WHERE j.id = :id;

-- name: push_jobs_claim
UPDATE push_jobs SET attempts = attempts + 1, next_attempt_at_ms = :until_ms, is_claimed = 1 WHERE id = :id;

-- name: push_jobs_delete
DELETE FROM push_jobs WHERE id = :id;

-- name: push_jobs_delete_of
DELETE FROM push_jobs WHERE subscription_id = :subscription_id;

-- name: push_jobs_due
SELECT j.id, s.user_id, s.origin
FROM push_subscriptions s
JOIN push_jobs j ON j.id = (SELECT MIN(k.id) FROM push_jobs k WHERE k.subscription_id = s.id)
JOIN push_notices n ON n.id = j.notice_id
JOIN accounts a ON a.id = n.account_id
LEFT JOIN push_pauses p ON p.origin = s.origin
WHERE j.next_attempt_at_ms <= :now_ms AND COALESCE(p.until_ms, 0) <= :now_ms
    AND s.is_active = 1 AND s.vapid_key = :vapid_key AND a.deleting_at IS NULL
ORDER BY j.id;

-- name: push_jobs_pull
UPDATE push_jobs SET next_attempt_at_ms = :now_ms WHERE next_attempt_at_ms > :latest_ms;

-- name: push_jobs_put_off
UPDATE push_jobs SET next_attempt_at_ms = :next_attempt_at_ms, is_claimed = 0, is_minimal = :is_minimal
WHERE id = :id;

-- name: push_jobs_release
UPDATE push_jobs SET next_attempt_at_ms = 0, is_claimed = 0 WHERE is_claimed = 1;

-- name: push_jobs_release_lease
UPDATE push_jobs SET next_attempt_at_ms = 0, is_claimed = 0, attempts = attempts - 1
WHERE is_claimed = 1 AND next_attempt_at_ms = :until_ms;

-- name: push_notices_insert
INSERT INTO push_notices (account_id, mail_id, mail_count, created_at, is_spread)
SELECT a.id, :mail_id, :mail_count, :now, 0 FROM accounts a
WHERE a.id = :account_id AND a.notify = 1
    AND EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.is_active = 1);

-- name: push_notices_note_spread
UPDATE push_notices SET is_spread = 1 WHERE is_spread = 0;

-- name: push_notices_prune
DELETE FROM push_notices WHERE created_at <= :before
    OR (is_spread = 1 AND NOT EXISTS (SELECT 1 FROM push_jobs j WHERE j.notice_id = push_notices.id));

-- name: push_notices_spread
-- With the visibility `owner`, a user gets only notices of their own accounts.
INSERT INTO push_jobs (subscription_id, notice_id, attempts, next_attempt_at_ms, is_claimed, is_minimal)
SELECT s.id, n.id, 0, 0, 0, 0
FROM push_notices n
JOIN accounts a ON a.id = n.account_id
JOIN push_subscriptions s ON s.user_id = a.owner_id OR NOT EXISTS (
    SELECT 1 FROM settings
    WHERE user_id = 0 AND name = 'visibility_in_force' AND value = 'owner')
WHERE n.is_spread = 0 AND a.deleting_at IS NULL AND s.is_active = 1 AND s.vapid_key = :vapid_key
  AND NOT EXISTS (SELECT 1 FROM user_settings u WHERE u.user_id = s.user_id AND u.notifications = 0)
ORDER BY n.id, s.id;

-- name: push_pauses_prune
DELETE FROM push_pauses WHERE until_ms <= :now_ms;

-- name: push_pauses_pull
DELETE FROM push_pauses WHERE until_ms > :latest_ms;

-- name: push_pauses_put
INSERT INTO push_pauses (origin, until_ms) VALUES (:origin, :until_ms)
ON CONFLICT (origin) DO UPDATE SET until_ms = excluded.until_ms;

-- name: push_subscriptions_delete
DELETE FROM push_subscriptions WHERE id = :id;

-- name: push_subscriptions_find
SELECT id, user_id FROM push_subscriptions WHERE endpoint = :endpoint;

-- name: push_subscriptions_insert
INSERT INTO push_subscriptions (user_id, endpoint, origin, p256dh, auth, vapid_key, user_agent,
                                is_active, created_at, updated_at, failures)
VALUES (:user_id, :endpoint, :origin, :p256dh, :auth, :vapid_key, :user_agent, 1, :now, :now, 0)
RETURNING id;

-- name: push_subscriptions_note
UPDATE push_subscriptions SET is_active = :is_active, last_success_at = :last_success_at,
    last_status = :last_status, failures = :failures, failing_since = :failing_since
WHERE id = :id;

-- name: push_subscriptions_of_user
SELECT id, user_id, endpoint, origin, p256dh, auth, vapid_key, user_agent, is_active, created_at, updated_at,
       last_success_at, last_status, failures, failing_since
FROM push_subscriptions WHERE user_id = :user_id
ORDER BY id;

-- name: push_subscriptions_remove
DELETE FROM push_subscriptions WHERE user_id = :user_id AND endpoint = :endpoint;

-- name: push_subscriptions_renew
UPDATE push_subscriptions SET p256dh = :p256dh, auth = :auth, vapid_key = :vapid_key,
    user_agent = :user_agent, is_active = 1, updated_at = :now, failures = 0, failing_since = NULL
WHERE id = :id;

-- name: push_subscriptions_trim
DELETE FROM push_subscriptions WHERE user_id = :user_id AND id NOT IN (
    SELECT s.id FROM push_subscriptions s WHERE s.user_id = :user_id
    ORDER BY s.updated_at DESC, s.id DESC LIMIT :most);

-- name: push_work
SELECT (SELECT COUNT(*) FROM push_notices WHERE is_spread = 0) AS notices,
       MIN(CASE WHEN COALESCE(p.until_ms, 0) > j.next_attempt_at_ms THEN p.until_ms
                ELSE j.next_attempt_at_ms END) AS due_at_ms,
       MAX(CASE WHEN COALESCE(p.until_ms, 0) > j.next_attempt_at_ms THEN p.until_ms
                ELSE j.next_attempt_at_ms END) AS last_ms
FROM push_subscriptions s
JOIN push_jobs j ON j.id = (SELECT MIN(k.id) FROM push_jobs k WHERE k.subscription_id = s.id)
JOIN push_notices n ON n.id = j.notice_id
JOIN accounts a ON a.id = n.account_id
LEFT JOIN push_pauses p ON p.origin = s.origin
WHERE s.is_active = 1 AND s.vapid_key = :vapid_key AND a.deleting_at IS NULL;
