-- SPDX-License-Identifier: GPL-3.0-or-later
-- A row that would be forgotten later than its rule allows was written before the clock was set back. It counts as
-- absent.

-- name: rate_counts_forget [postgresql]
DELETE FROM rate_counts WHERE key = :key;

-- name: rate_counts_login [postgresql]
-- Counts a try to log in for its address and for its name, or for neither. Rows are locked in this order, address
-- first, so that statements do not wait for each other in a circle.
WITH rule AS MATERIALIZED (
    SELECT CAST(:waits AS BIGINT[]) AS waits,
           CAST(:most AS BIGINT) AS most,
           CAST(:span AS BIGINT) * interval '1 second' AS span,
           CAST(:memory AS BIGINT) * interval '1 second' AS memory),
old_name AS MATERIALIZED (
    SELECT r.count, r.until
    FROM rate_counts r, rule
    WHERE r.key = :name AND r.forget_at > clock_timestamp() AND r.forget_at <= clock_timestamp() + rule.memory),
full_address AS MATERIALIZED (
    SELECT r.forget_at
    FROM rate_counts r, rule
    WHERE r.key = :address AND rule.most > 0 AND r.count >= rule.most
          AND r.forget_at > clock_timestamp() AND r.forget_at <= clock_timestamp() + rule.span),
new_address AS (
    INSERT INTO rate_counts AS r (key, count, until, forget_at)
    SELECT :address, 1, clock_timestamp(), clock_timestamp() + rule.span
    FROM rule
    WHERE NOT EXISTS (SELECT 1 FROM old_name WHERE until > clock_timestamp())
    ON CONFLICT (key) DO UPDATE
    SET (count, forget_at) = (
        SELECT CASE WHEN r.forget_at BETWEEN clock_timestamp() AND clock_timestamp() + span THEN r.count ELSE 0 END + 1,
               CASE WHEN r.forget_at BETWEEN clock_timestamp() AND clock_timestamp() + span
                    THEN r.forget_at ELSE clock_timestamp() + span END
        FROM rule)
    WHERE (SELECT most <= 0 OR r.count < most OR r.forget_at < clock_timestamp()
                  OR r.forget_at > clock_timestamp() + span
           FROM rule)
    RETURNING r.key),
new_name AS (
    INSERT INTO rate_counts AS r (key, count, until, forget_at)
    SELECT :name, 1, clock_timestamp() + rule.waits[1] * interval '1 second', clock_timestamp() + rule.memory
    FROM rule, new_address
    ON CONFLICT (key) DO UPDATE
    SET (count, until, forget_at) = (
        SELECT now.tries,
               clock_timestamp() + rule.waits[LEAST(now.tries, array_length(rule.waits, 1))] * interval '1 second',
               clock_timestamp() + rule.memory
        FROM rule, LATERAL (
            SELECT CASE WHEN r.forget_at BETWEEN clock_timestamp() AND clock_timestamp() + rule.memory
                        THEN r.count ELSE 0 END + 1 AS tries) now)
    WHERE (SELECT r.until <= clock_timestamp() OR r.forget_at < clock_timestamp()
                  OR r.forget_at > clock_timestamp() + memory
           FROM rule)
    RETURNING r.count, r.until)
SELECT (SELECT COUNT(*) FROM new_name) AS is_admitted,
       COALESCE((SELECT count FROM new_name), (SELECT count FROM old_name), 0) AS tries,
       CAST(1000 * COALESCE(extract(epoch FROM COALESCE((SELECT until FROM new_name), (SELECT until FROM old_name))
                                         - clock_timestamp()), 0) AS BIGINT) AS name_wait_ms,
       CAST(1000 * COALESCE(extract(epoch FROM (SELECT forget_at FROM full_address) - clock_timestamp()), 0) AS BIGINT)
           AS address_wait_ms;

-- name: rate_counts_prune [postgresql]
-- Also the oldest of those that are kept for long, where there are too many. A row that is in use is left for the next
-- time.
WITH excess AS MATERIALIZED (
    SELECT forget_at FROM rate_counts
    WHERE forget_at > now() + interval '1 hour'
    ORDER BY forget_at DESC OFFSET CAST(:most AS BIGINT) LIMIT 1)
DELETE FROM rate_counts
WHERE key = ANY (ARRAY(
    SELECT key FROM rate_counts WHERE forget_at <= now() FOR UPDATE SKIP LOCKED))
      OR key = ANY (ARRAY(
    SELECT key FROM rate_counts
    WHERE forget_at > now() + interval '1 hour' AND forget_at <= (SELECT forget_at FROM excess)
    FOR UPDATE SKIP LOCKED));

-- name: rate_counts_take [postgresql]
-- A bucket of :calls calls that is full again after :seconds. forget_at is the time when it will be full.
WITH rule AS MATERIALIZED (
    SELECT CAST(:seconds AS BIGINT) * interval '1 second' AS whole,
           CAST(:seconds AS BIGINT) * interval '1 second' / CAST(:calls AS BIGINT) AS one),
old AS MATERIALIZED (
    SELECT r.forget_at - (rule.whole - rule.one) - clock_timestamp() AS wait
    FROM rate_counts r, rule
    WHERE r.key = :key),
taken AS (
    INSERT INTO rate_counts AS r (key, count, until, forget_at)
    SELECT :key, 0, clock_timestamp(), clock_timestamp() + rule.one
    FROM rule
    ON CONFLICT (key) DO UPDATE
    SET forget_at = CASE WHEN r.forget_at > clock_timestamp() + (SELECT whole + one FROM rule)
                         THEN excluded.forget_at
                         ELSE GREATEST(r.forget_at + (SELECT one FROM rule), excluded.forget_at) END
    WHERE r.forget_at <= clock_timestamp() + (SELECT whole - one FROM rule)
          OR r.forget_at > clock_timestamp() + (SELECT whole + one FROM rule)
    RETURNING r.key)
SELECT CASE WHEN EXISTS (SELECT 1 FROM taken) THEN 0
            ELSE GREATEST(1, CAST(1000 * COALESCE((SELECT extract(epoch FROM wait) FROM old), 0) AS BIGINT)) END
       AS wait_ms;
