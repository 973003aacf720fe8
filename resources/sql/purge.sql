-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: purge_counters
DELETE FROM counters WHERE account_id = :account_id;

-- name: purge_drafts
DELETE FROM drafts WHERE account_id = :account_id;

-- name: purge_events
DELETE FROM events
WHERE id IN (
    SELECT id FROM events
    WHERE account_id = :account_id AND name <> 'account.deleted'
    LIMIT :max)
RETURNING length(data);

-- name: purge_folders
DELETE FROM folders WHERE account_id = :account_id;

-- name: purge_mails
SELECT id FROM mails WHERE account_id = :account_id LIMIT :max;

-- name: purge_outbox
DELETE FROM outbox WHERE account_id = :account_id;

-- name: purge_push
DELETE FROM push_notices WHERE account_id = :account_id;

-- name: purge_tombstones
DELETE FROM tombstones WHERE account_id = :account_id;

-- name: purge_webhook_calls
DELETE FROM webhook_calls
WHERE notice_id IN (SELECT id FROM webhook_notices WHERE account_id = :account_id);

-- name: purge_webhook_logs
UPDATE webhook_logs SET mail_subject = '', mail_from = '' WHERE account_id = :account_id;

-- name: purge_webhook_notices
DELETE FROM webhook_notices WHERE account_id = :account_id;
