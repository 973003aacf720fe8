-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: sign_ins_find [postgresql]
SELECT sealed, CAST(1000 * extract(epoch FROM clock_timestamp() - put_at) AS BIGINT) AS age_ms
FROM sign_ins
WHERE hash = :hash AND user_id = :user_id AND kind = :kind AND is_held = 0 AND ends_at > clock_timestamp();

-- name: sign_ins_hold [postgresql]
UPDATE sign_ins SET is_held = 1
WHERE hash = :hash AND user_id = :user_id AND kind = :kind AND is_held = 0 AND ends_at > clock_timestamp()
RETURNING sealed, CAST(1000 * extract(epoch FROM clock_timestamp() - put_at) AS BIGINT) AS age_ms;

-- name: sign_ins_prune [postgresql]
DELETE FROM sign_ins
WHERE ends_at <= clock_timestamp()
      OR hash IN (SELECT hash FROM sign_ins WHERE user_id = :user_id AND kind = :kind
                  ORDER BY put_at DESC OFFSET CAST(:most AS BIGINT));

-- name: sign_ins_put [postgresql]
INSERT INTO sign_ins (hash, user_id, kind, sealed, ends_at)
VALUES (:hash, :user_id, :kind, :sealed,
        clock_timestamp() + CAST(:life_ms AS BIGINT) * interval '1 millisecond');

-- name: sign_ins_release [postgresql]
UPDATE sign_ins SET is_held = 0 WHERE hash = :hash AND user_id = :user_id AND kind = :kind;

-- name: sign_ins_remove [postgresql]
DELETE FROM sign_ins WHERE hash = :hash AND user_id = :user_id AND kind = :kind;

-- name: sign_ins_replace [postgresql]
UPDATE sign_ins SET sealed = :sealed, put_at = clock_timestamp()
WHERE hash = :hash AND user_id = :user_id AND kind = :kind;

-- name: sign_ins_take [postgresql]
DELETE FROM sign_ins
WHERE hash = :hash AND user_id = :user_id AND kind = :kind AND is_held = 0 AND ends_at > clock_timestamp()
RETURNING sealed, CAST(1000 * extract(epoch FROM clock_timestamp() - put_at) AS BIGINT) AS age_ms;
