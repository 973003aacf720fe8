-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: idempotency_answer
UPDATE idempotency_keys SET answer_status = :answer_status, answer = :answer
WHERE user_id = :user_id AND name = :name AND outbox_id = :outbox_id AND answer_status = 0;

-- name: idempotency_find
SELECT request_hash, outbox_id, answer_status, answer FROM idempotency_keys
WHERE user_id = :user_id AND name = :name AND created_at > :since;

-- name: idempotency_insert
INSERT INTO idempotency_keys (user_id, name, request_hash, outbox_id, answer_status, answer, created_at)
VALUES (:user_id, :name, :request_hash, :outbox_id, 0, :answer, :now)
ON CONFLICT (user_id, name) DO UPDATE SET request_hash = excluded.request_hash,
    outbox_id = excluded.outbox_id, answer_status = 0, answer = excluded.answer,
    created_at = excluded.created_at
WHERE idempotency_keys.created_at <= :since
RETURNING outbox_id;

-- name: idempotency_prune
DELETE FROM idempotency_keys WHERE created_at <= :before;
