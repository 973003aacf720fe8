-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: bodies_get
SELECT /*binary*/ raw, cuts FROM bodies WHERE mail_id = :mail_id;

-- name: bodies_get_packed
SELECT /*binary*/ raw, raw_size FROM bodies WHERE mail_id = :mail_id AND raw_size <= :most;

-- name: bodies_put
INSERT INTO bodies (mail_id, raw_size, raw, cuts) VALUES (/*binary*/ :mail_id, :raw_size, :raw, :cuts)
ON CONFLICT (mail_id) DO UPDATE
SET raw_size = excluded.raw_size, raw = excluded.raw, cuts = excluded.cuts;

-- name: bodies_put_all [postgresql]
-- :raws contains all messages, concatenated; `at` and `size` of a row are the position of its message.
INSERT INTO bodies (mail_id, raw_size, raw, cuts)
SELECT /*binary*/ mail_id, raw_size, substring(CAST(:raws AS BYTEA) FROM at FOR size), cuts
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    mail_id BIGINT, raw_size BIGINT, at INTEGER, size INTEGER, cuts TEXT)
ON CONFLICT (mail_id) DO UPDATE
SET raw_size = excluded.raw_size, raw = excluded.raw, cuts = excluded.cuts

-- name: body_piece
SELECT /*binary*/ size, bytes FROM body_pieces WHERE mail_id = :mail_id AND position = :position;

-- name: body_pieces_take
INSERT INTO body_pieces (mail_id, position, size, bytes)
SELECT :mail_id, position, size, bytes FROM outbox_pieces WHERE outbox_id = :outbox_id;

-- name: body_tries_add
INSERT INTO body_tries (mail_id, tries) VALUES (:mail_id, 1)
ON CONFLICT (mail_id) DO UPDATE SET tries = body_tries.tries + 1
RETURNING tries;
