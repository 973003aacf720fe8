-- SPDX-License-Identifier: GPL-3.0-or-later

-- columns: webhook
id, user_id, name, url, headers, secret_ref, has_secret, body_template, enabled, events, mode,
filters, last_status, last_status_code, last_trigger_at, error_message,
consecutive_failures, failing_since, disabled_reason, paused_until_ms, created_at,
updated_at

-- name: webhook_calls_attempts
SELECT attempts FROM webhook_calls WHERE id = :id;

-- name: webhook_calls_drop
DELETE FROM webhook_calls WHERE webhook_id = :webhook_id;

-- name: webhook_calls_end
DELETE FROM webhook_calls WHERE id = :id;

-- name: webhook_calls_insert
INSERT INTO webhook_calls (webhook_id, notice_id, call_id, attempts, next_attempt_at_ms, lease)
VALUES (:webhook_id, :notice_id, :call_id, 0, :now_ms, '');

-- name: webhook_calls_pull
UPDATE webhook_calls SET next_attempt_at_ms = :now_ms
WHERE webhook_id = :webhook_id AND next_attempt_at_ms > :latest_ms;

-- name: webhook_calls_recover [postgresql]
-- Ends only leases that have expired: a lease that is still valid may belong to another running process.
UPDATE webhook_calls SET lease = '' WHERE lease <> '' AND next_attempt_at_ms <= :now_ms;

-- name: webhook_calls_recover [sqlite]
-- No other process has this file open, so every lease belongs to a process that has ended.
UPDATE webhook_calls SET lease = '', next_attempt_at_ms = :now_ms WHERE lease <> '';

-- name: webhook_calls_release
UPDATE webhook_calls SET lease = '', next_attempt_at_ms = :now_ms
WHERE webhook_id = :webhook_id AND lease = :lease;

-- name: webhook_calls_retry
UPDATE webhook_calls SET attempts = :attempts, next_attempt_at_ms = :at_ms, lease = ''
WHERE id = :id;

-- name: webhook_calls_take
UPDATE webhook_calls SET lease = :lease, next_attempt_at_ms = :until_ms
WHERE id IN (
    SELECT id FROM webhook_calls
    WHERE webhook_id = :webhook_id AND next_attempt_at_ms <= :now_ms
    ORDER BY id
    LIMIT :max)
RETURNING id, notice_id, call_id, attempts;

-- name: webhook_logs_count
SELECT COUNT(*) FROM webhook_logs WHERE webhook_id = :webhook_id;

-- name: webhook_logs_insert
INSERT INTO webhook_logs (webhook_id, account_id, call_id, event, mail_subject, mail_from,
    status_code, error_message, attempt, duration_ms, is_test, will_retry, created_at)
VALUES (:webhook_id, :account_id, :call_id, :event, :mail_subject, :mail_from, :status_code,
    :error_message, :attempt, :duration_ms, :is_test, :will_retry, :created_at);

-- name: webhook_logs_page
SELECT id, webhook_id, account_id, call_id, event, mail_subject, mail_from, status_code, error_message,
       attempt, duration_ms, is_test, will_retry, created_at
FROM webhook_logs
WHERE webhook_id = :webhook_id
ORDER BY id DESC
LIMIT :count OFFSET :offset;

-- name: webhook_logs_prune
DELETE FROM webhook_logs WHERE created_at < :before;

-- name: webhook_logs_trim
DELETE FROM webhook_logs
WHERE webhook_id = :webhook_id AND id <= (
    SELECT id FROM webhook_logs WHERE webhook_id = :webhook_id
    ORDER BY id DESC
    LIMIT 1 OFFSET :kept);

-- name: webhook_notices_by_id
-- account_name is the current name of the account.
SELECT account_id, event, payload, mail_id, mail_subject, mail_from, created_at,
       (SELECT name FROM accounts WHERE accounts.id = webhook_notices.account_id) AS account_name
FROM webhook_notices
WHERE id = :id;

-- name: webhook_notices_drop
DELETE FROM webhook_notices
WHERE id = :id AND NOT EXISTS (SELECT 1 FROM webhook_calls WHERE notice_id = :id);

-- name: webhook_notices_insert
INSERT INTO webhook_notices (account_id, event, payload, mail_id, mail_subject, mail_from, created_at)
VALUES (:account_id, :event, :payload, :mail_id, :mail_subject, :mail_from, :now)
RETURNING id;

-- name: webhook_notices_prune
DELETE FROM webhook_notices
WHERE NOT EXISTS (SELECT 1 FROM webhook_calls WHERE notice_id = webhook_notices.id);

-- name: webhooks_by_id
SELECT /*columns:webhook*/ id
FROM webhooks
WHERE id = :id;

-- name: webhooks_claim
-- Of several workers, the first that changes the row gets the calls. Returns no row while another worker has a
-- valid lease.
UPDATE webhooks SET claims = claims + 1
WHERE id = :id AND enabled = 1 AND paused_until_ms <= :now_ms AND NOT EXISTS (
    SELECT 1 FROM webhook_calls c
    WHERE c.webhook_id = :id AND c.lease <> '' AND c.lease <> :lease
        AND c.next_attempt_at_ms > :now_ms)
RETURNING /*columns:webhook*/ id;

-- name: webhooks_delete
DELETE FROM webhooks WHERE id = :id AND user_id = :user_id RETURNING secret_ref;

-- name: webhooks_due
SELECT w.id, w.url, w.paused_until_ms, w.last_trigger_at,
    (SELECT MIN(c.next_attempt_at_ms) FROM webhook_calls c WHERE c.webhook_id = w.id) AS at_ms,
    (SELECT MAX(c.next_attempt_at_ms) FROM webhook_calls c WHERE c.webhook_id = w.id) AS last_ms
FROM webhooks w
WHERE w.enabled = 1;

-- name: webhooks_insert
INSERT INTO webhooks (user_id, name, url, headers, secret_ref, has_secret, body_template, enabled,
    events, mode, filters, last_status, consecutive_failures, failing_since, disabled_reason,
    paused_until_ms, claims, created_at, updated_at)
VALUES (:user_id, :name, :url, :headers, :secret_ref, :has_secret, :body_template, :enabled,
    :events, :mode, :filters, '', 0, 0, '', 0, 0, :now, :now)
RETURNING id;

-- name: webhooks_note
-- A webhook that a user switched off in the meantime stays off.
UPDATE webhooks SET enabled = enabled * :enabled, last_status = :last_status,
    last_status_code = :last_status_code, last_trigger_at = :last_trigger_at,
    error_message = :error_message, consecutive_failures = :consecutive_failures,
    failing_since = :failing_since, disabled_reason = :disabled_reason,
    paused_until_ms = :paused_until_ms
WHERE id = :id;

-- name: webhooks_of_user
SELECT /*columns:webhook*/ id
FROM webhooks
WHERE user_id = :user_id
ORDER BY id;

-- name: webhooks_owned
SELECT COUNT(*)
FROM (SELECT 1 FROM webhooks WHERE user_id = :user_id LIMIT :most) AS owned;

-- name: webhooks_pull
UPDATE webhooks SET paused_until_ms = 0
WHERE id = :webhook_id AND paused_until_ms > :now_ms
    AND (paused_until_ms > :latest_ms OR last_trigger_at > :tried_latest);

-- name: webhooks_update
UPDATE webhooks SET name = :name, url = :url, headers = :headers, secret_ref = :secret_ref,
    has_secret = :has_secret, body_template = :body_template, enabled = :enabled, events = :events,
    mode = :mode, filters = :filters, consecutive_failures = :consecutive_failures,
    failing_since = :failing_since, disabled_reason = :disabled_reason,
    paused_until_ms = :paused_until_ms, updated_at = :now
WHERE id = :id;

-- name: webhooks_wanting
-- With the visibility `owner`, a user gets only the events of their own accounts.
SELECT /*columns:webhook*/ id
FROM webhooks
WHERE enabled = 1 AND events LIKE '% ' || :event || ' %'
    AND (user_id = :owner_id OR NOT EXISTS (
        SELECT 1 FROM settings
        WHERE user_id = 0 AND name = 'visibility_in_force' AND value = 'owner'))
ORDER BY id;
