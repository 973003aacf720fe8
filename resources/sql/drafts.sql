-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: drafts_by_id
SELECT d.id, d.account_id, a.name AS account_name, d.to_json, d.cc_json, d.bcc_json, d.subject,
       d.attachments_json, d.extras, d.summary, d.version, d.created_at, d.updated_at, d.body
FROM drafts d
JOIN accounts a ON a.id = d.account_id
WHERE d.id = :id AND d.user_id = :user_id AND a.deleting_at IS NULL;

-- name: drafts_count
SELECT COUNT(*)
FROM drafts d
JOIN accounts a ON a.id = d.account_id
WHERE d.user_id = :user_id AND a.deleting_at IS NULL;

-- name: drafts_delete
DELETE FROM drafts WHERE id = :id AND user_id = :user_id;

-- name: drafts_insert
INSERT INTO drafts (user_id, account_id, to_json, cc_json, bcc_json, subject, body,
                    attachments_json, extras, summary, search_text, version, created_at, updated_at,
                    order_key)
VALUES (:user_id, :account_id, :to_json, :cc_json, :bcc_json, :subject, :body, :attachments_json,
        :extras, :summary, :search_text, 1, :now, :now,
        (SELECT COALESCE(MAX(order_key), 0) + 1 FROM drafts WHERE user_id = :user_id))
RETURNING id;

-- name: drafts_owned
SELECT COUNT(*)
FROM (SELECT 1 FROM drafts WHERE user_id = :user_id LIMIT :most) AS owned;

-- name: drafts_page
SELECT d.id, d.account_id, a.name AS account_name, d.to_json, d.cc_json, d.bcc_json, d.subject,
       d.attachments_json, d.extras, d.summary, d.version, d.created_at, d.updated_at
FROM drafts d
JOIN accounts a ON a.id = d.account_id
WHERE d.user_id = :user_id AND a.deleting_at IS NULL
ORDER BY d.updated_at DESC, d.order_key DESC
LIMIT :count OFFSET :offset;

-- name: drafts_texts
SELECT d.id, d.search_text
FROM drafts d
JOIN accounts a ON a.id = d.account_id
WHERE d.user_id = :user_id AND a.deleting_at IS NULL
ORDER BY d.updated_at DESC, d.order_key DESC;

-- name: drafts_update
UPDATE drafts SET account_id = :account_id, to_json = :to_json, cc_json = :cc_json,
    bcc_json = :bcc_json, subject = :subject, body = :body, attachments_json = :attachments_json,
    extras = :extras, summary = :summary, search_text = :search_text, version = version + 1,
    updated_at = :now,
    order_key = (SELECT COALESCE(MAX(d.order_key), 0) + 1 FROM drafts d WHERE d.user_id = :user_id)
WHERE id = :id AND user_id = :user_id;
