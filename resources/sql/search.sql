-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: search_accounts [sqlite]
SELECT id, deleting_at IS NULL AND (:owner = 0 OR owner_id = :owner)
    AND (:account IS NULL OR id = :account) AS is_meant
FROM accounts

-- name: search_accounts [postgresql]
SELECT id, deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner)
    AND (CAST(:account AS BIGINT) IS NULL OR id = :account) AS is_meant
FROM accounts

-- name: search_folder_names [sqlite]
SELECT f.id, f.path, f.role FROM folders f JOIN accounts a ON a.id = f.account_id
WHERE a.deleting_at IS NULL AND (:owner = 0 OR a.owner_id = :owner) AND (:account IS NULL OR a.id = :account)

-- name: search_folder_names [postgresql]
SELECT f.id, f.path, f.role FROM folders f JOIN accounts a ON a.id = f.account_id
WHERE a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner)
    AND (CAST(:account AS BIGINT) IS NULL OR a.id = :account)

-- name: search_folders [sqlite]
SELECT id FROM folders WHERE path = :path AND (:account IS NULL OR account_id = :account)

-- name: search_folders [postgresql]
SELECT id FROM folders
WHERE path = :path AND (CAST(:account AS BIGINT) IS NULL OR account_id = :account)

-- name: search_gone_delete [sqlite]
DELETE FROM search_gone WHERE segment IN (SELECT value FROM json_each(:segments))

-- name: search_gone_delete [postgresql]
DELETE FROM search_gone WHERE segment = ANY (CAST(:segments AS BIGINT[]))

-- name: search_gone_insert [sqlite]
INSERT OR IGNORE INTO search_gone (segment, document) VALUES (:segment, :document)

-- name: search_gone_insert [postgresql]
INSERT INTO search_gone (segment, document) VALUES (:segment, :document)
ON CONFLICT (segment, document) DO NOTHING

-- name: search_gone_of [sqlite]
-- Returns one value, because reading row by row takes five times as long.
SELECT CAST(group_concat(document) AS BLOB) FROM search_gone WHERE segment = :segment

-- name: search_gone_of [postgresql]
SELECT array_to_string(array_agg(document), ',') FROM search_gone WHERE segment = :segment

-- name: search_hold [postgresql]
-- See segmentlock.h.
SELECT pg_advisory_xact_lock_shared(hashtextextended(current_schema(), 8728))

-- name: search_hold_alone [postgresql]
SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), 8728))

-- name: search_ids_allowed [sqlite]
-- Returns one value, because reading row by row takes five times as long. searchfilter.cpp replaces the marks.
SELECT CAST(group_concat(m.id) AS BLOB) FROM mails m /*index*/ WHERE /*where*/ 1

-- name: search_ids_allowed [postgresql]
-- searchfilter.cpp replaces the marks. The id is the lowest 30 bits of sort_key, which the indexes of flags contain.
SELECT string_agg(CAST(m.sort_key & 1073741823 AS TEXT), ',') FROM mails m /*index*/ WHERE /*where*/ TRUE

-- name: search_ids_filtered [sqlite]
SELECT CAST(group_concat(m.id) AS BLOB)
FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
WHERE /*where*/ 1

-- name: search_ids_filtered [postgresql]
SELECT string_agg(CAST(m.id AS TEXT), ',')
FROM unnest(CAST(:ids AS BIGINT[])) AS r (id) JOIN mails m ON m.id = r.id
WHERE /*where*/ TRUE

-- name: search_ids_sorted [sqlite]
SELECT m.id FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
ORDER BY /*order*/ m.id LIMIT :limit OFFSET :offset

-- name: search_ids_sorted [postgresql]
SELECT m.id FROM unnest(CAST(:ids AS BIGINT[])) AS r (id) JOIN mails m ON m.id = r.id
ORDER BY /*order*/ m.id LIMIT :limit OFFSET :offset

-- name: search_is_used
SELECT COALESCE(sum(documents), 0) - (SELECT count(*) FROM search_gone g JOIN search_segments s ON s.id = g.segment
                                      WHERE s.state = 1)
FROM search_segments WHERE state = 1

-- name: search_key_of [sqlite]
SELECT sort_key FROM mails WHERE id = :mail AND in_index IS NOT NULL

-- name: search_key_of [postgresql]
-- Waits while another connection is indexing the mail, and then reads the row that it stored.
WITH locked AS (SELECT sort_key, in_index FROM mails WHERE id = :mail FOR UPDATE)
SELECT sort_key FROM locked WHERE in_index IS NOT NULL

-- name: search_keys_around [sqlite]
-- For each segment, the row of keys that may contain :key.
SELECT /*binary*/ s.id, k.first, k.data
FROM search_segments s
CROSS JOIN search_keys k ON k.segment = s.id
    AND k.low = (SELECT max(low) FROM search_keys WHERE segment = s.id AND low <= :key)
WHERE s.state = 1 AND :key BETWEEN s.low_key AND s.high_key

-- name: search_keys_around [postgresql]
-- For each segment, the row of keys that may contain :key.
SELECT /*binary*/ s.id, k.first, k.data
FROM search_segments s
    JOIN search_keys k ON k.segment = s.id
    AND k.low = (SELECT max(low) FROM search_keys WHERE segment = s.id AND low <= :key)
WHERE s.state = 1 AND :key BETWEEN s.low_key AND s.high_key

-- name: search_keys_delete [sqlite]
DELETE FROM search_keys
WHERE id IN (SELECT id FROM search_keys WHERE segment IN (SELECT value FROM json_each(:segments)) LIMIT :most)

-- name: search_keys_delete [postgresql]
DELETE FROM search_keys
WHERE ctid = ANY (ARRAY(SELECT ctid FROM search_keys WHERE segment = ANY (CAST(:segments AS BIGINT[])) LIMIT :most))

-- name: search_keys_from
SELECT /*binary*/ first, data FROM search_keys WHERE segment = :segment AND first >= :first ORDER BY first

-- name: search_keys_insert [sqlite]
INSERT INTO search_keys (segment, first, low, data)
VALUES (:segment, :first, :low, :data)

-- name: search_keys_insert [postgresql]
INSERT INTO search_keys (segment, first, low, data)
SELECT /*binary*/ segment, first, low, substring(CAST(:bytes AS BYTEA) FROM data_at FOR data_size)
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    segment BIGINT, first BIGINT, low BIGINT, data_at INTEGER, data_size INTEGER)

-- name: search_keys_rows [postgresql]
SELECT /*binary*/ first, data FROM search_keys
WHERE segment = :segment AND first = ANY (CAST(:firsts AS BIGINT[])) ORDER BY first

-- name: search_listings
SELECT listing, sum(n) AS total FROM counters GROUP BY listing

-- name: search_locked [sqlite]
-- Those of the mails that did not change since they were read, and whether they are in the index already.
SELECT m.id, m.folder_id, m.body_state, m.in_index IS NOT NULL AS is_indexed
FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
WHERE m.search_state = 1

-- name: search_locked [postgresql]
-- Runs in parallel with other writers. Mails that another transaction has locked are skipped and stay marked:
-- waiting for it could be a deadlock, because it may wait for mails that are locked here.
SELECT m.id, m.folder_id, m.body_state, m.in_index IS NOT NULL AS is_indexed
FROM unnest(CAST(:ids AS BIGINT[])) AS r (id) JOIN mails m ON m.id = r.id
WHERE m.search_state = 1
FOR NO KEY UPDATE OF m SKIP LOCKED

-- name: search_mark [sqlite]
UPDATE mails
SET search_state = CASE WHEN body_state = 0 THEN 0 ELSE 2 END, in_index = 1
WHERE id IN (SELECT value FROM json_each(:ids))

-- name: search_mark [postgresql]
UPDATE mails
SET search_state = CASE WHEN body_state = 0 THEN 0 ELSE 2 END, in_index = 1
WHERE id = ANY (CAST(:ids AS BIGINT[]))

-- name: search_mark_again [sqlite]
UPDATE mails SET search_state = 1, in_index = NULL WHERE id IN (SELECT value FROM json_each(:ids))

-- name: search_mark_again [postgresql]
UPDATE mails SET search_state = 1, in_index = NULL WHERE id = ANY (CAST(:ids AS BIGINT[]))

-- name: search_mark_all
UPDATE mails SET search_state = 1, in_index = NULL WHERE search_state <> 1 OR in_index IS NOT NULL

-- name: search_merge_begin [postgresql]
SELECT pg_try_advisory_lock(hashtextextended(current_schema(), 8727))

-- name: search_merge_end [postgresql]
SELECT pg_advisory_unlock(hashtextextended(current_schema(), 8727))

-- name: search_meta_get
SELECT text_version FROM search_meta

-- name: search_meta_version
UPDATE search_meta SET text_version = :version

-- name: search_passed_over [postgresql]
SELECT m.id
FROM json_to_recordset(CAST(:rows AS json)) AS r (mail BIGINT, body_state SMALLINT)
    JOIN mails m ON m.id = r.mail
WHERE m.search_state = 1 AND m.body_state = r.body_state

-- name: search_pending [sqlite]
SELECT m.id, m.sort_key, m.account_id, m.folder_id, m.body_state
FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
WHERE m.search_state = 1

-- name: search_pending [postgresql]
SELECT m.id, m.sort_key, m.account_id, m.folder_id, m.body_state
FROM unnest(CAST(:ids AS BIGINT[])) AS r (id) JOIN mails m ON m.id = r.id
WHERE m.search_state = 1

-- name: search_places_after
SELECT /*binary*/ at, data FROM search_places WHERE segment = :segment AND at > :after ORDER BY at LIMIT :most

-- name: search_places_between
SELECT /*binary*/ at, data FROM search_places
WHERE segment = :segment AND at < :end
    AND at >= COALESCE((SELECT p.at FROM search_places p
                        WHERE p.segment = :segment AND p.at <= :begin
                        ORDER BY p.at DESC LIMIT 1), 0)
ORDER BY at

-- name: search_places_delete [sqlite]
DELETE FROM search_places
WHERE id IN (SELECT id FROM search_places WHERE segment IN (SELECT value FROM json_each(:segments)) LIMIT :most)

-- name: search_places_delete [postgresql]
DELETE FROM search_places
WHERE ctid = ANY (ARRAY(SELECT ctid FROM search_places WHERE segment = ANY (CAST(:segments AS BIGINT[])) LIMIT :most))

-- name: search_places_insert [sqlite]
INSERT INTO search_places (segment, at, data)
VALUES (:segment, :at, :data)

-- name: search_places_insert [postgresql]
INSERT INTO search_places (segment, at, data)
SELECT /*binary*/ segment, at, substring(CAST(:bytes AS BYTEA) FROM data_at FOR data_size)
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    segment BIGINT, at BIGINT, data_at INTEGER, data_size INTEGER)

-- name: search_scan
-- searchscan.cpp replaces the marks.
SELECT m.id FROM mails m
WHERE /*where*/ TRUE
ORDER BY /*order*/ m.id LIMIT :limit OFFSET :offset

-- name: search_scan_few [sqlite]
-- As search_scan, for few mails that an index finds: they are all read, and sorted.
SELECT m.id FROM mails m /*index*/
WHERE /*where*/ TRUE
ORDER BY /*order*/ m.id LIMIT :limit OFFSET :offset

-- name: search_scan_few [postgresql]
-- As search_scan, for few mails that an index finds: they are all read, and sorted. OFFSET 0 is for the planner, which
-- would read all mails in the order of the list until the page is full.
SELECT m.id FROM (SELECT * FROM mails m WHERE /*where*/ TRUE OFFSET 0) AS m
ORDER BY /*order*/ m.id LIMIT :limit OFFSET :offset

-- name: search_scan_count
SELECT count(*) FROM mails m /*index*/ WHERE /*where*/ TRUE

-- name: search_segment_facts
SELECT id, documents, bytes, (SELECT count(*) FROM search_gone g WHERE g.segment = s.id) AS gone
FROM search_segments s WHERE state = 1 ORDER BY id

-- name: search_segment_finish
UPDATE search_segments SET bytes = :bytes, state = 1 WHERE id = :segment

-- name: search_segment_insert
INSERT INTO search_segments (documents, bytes, high_key, low_key, state)
VALUES (:documents, :bytes, :high_key, :low_key, :state)
RETURNING id

-- name: search_segment_is_there
SELECT count(*) FROM search_segments WHERE id = :segment AND state = 1

-- name: search_segment_lock [postgresql]
SELECT state FROM search_segments WHERE id = :segment FOR UPDATE

-- name: search_segment_retire
UPDATE search_segments SET state = 2 WHERE id = :segment

-- name: search_segments
SELECT id, documents, EXISTS (SELECT 1 FROM search_gone g WHERE g.segment = s.id) AS has_gone
FROM search_segments s WHERE state = 1 ORDER BY id

-- name: search_segments_delete [sqlite]
DELETE FROM search_segments WHERE id IN (SELECT value FROM json_each(:segments))

-- name: search_segments_delete [postgresql]
DELETE FROM search_segments WHERE id = ANY (CAST(:segments AS BIGINT[]))

-- name: search_segments_retired
SELECT id FROM search_segments WHERE state = 2 ORDER BY id LIMIT 16

-- name: search_segments_unfinished
-- If a crash interrupted a merge, marks its incomplete segment for removal.
UPDATE search_segments SET state = 2 WHERE state = 0

-- name: search_unmerged
SELECT COALESCE(sum(documents) - max(documents), 0)
       + (SELECT count(*) FROM search_gone g JOIN search_segments s ON s.id = g.segment WHERE s.state = 1)
           AS unmerged,
    (SELECT COALESCE(sum(n), 0) FROM counters) AS mails
FROM search_segments WHERE state = 1

-- name: search_waiting
SELECT count(*) FROM mails WHERE search_state = 1

-- name: search_walk [sqlite]
-- A part of the mails in the order of a list, as one value, because reading row by row takes longer.
SELECT CAST(group_concat(id) AS BLOB)
FROM (SELECT m.id FROM mails m /*index*/ /*where*/ ORDER BY /*order*/ m.id LIMIT :most)

-- name: search_walk [postgresql]
SELECT array_to_string(ARRAY(SELECT m.id FROM mails m /*where*/ ORDER BY /*order*/ m.id LIMIT :most), ',')

-- name: search_words_after
SELECT /*binary*/ first, data FROM search_words WHERE segment = :segment AND first > :after
ORDER BY first LIMIT :most

-- name: search_words_between [sqlite]
-- The blocks of each segment that may contain terms from :low up to, but without, :high.
SELECT s.id, w.data
FROM search_segments s CROSS JOIN search_words w
WHERE s.state = 1 AND w.segment = s.id AND w.first < :high
    AND w.first >= COALESCE((SELECT f.first FROM search_words f
                             WHERE f.segment = s.id AND f.first <= :low
                             ORDER BY f.first DESC LIMIT 1), :low)
ORDER BY s.id, w.first

-- name: search_words_between [postgresql]
-- The blocks of each segment that may contain terms from :low up to, but without, :high.
SELECT /*binary*/ s.id, w.data
FROM search_segments s
     CROSS JOIN LATERAL (
         SELECT COALESCE((SELECT f.first FROM search_words f
                          WHERE f.segment = s.id AND f.first <= :low
                          ORDER BY f.first DESC LIMIT 1), :low) AS first OFFSET 0) AS block
     JOIN search_words w ON w.segment = s.id AND w.first >= block.first AND w.first < :high
WHERE s.state = 1
ORDER BY s.id, w.first

-- name: search_words_delete [sqlite]
DELETE FROM search_words
WHERE id IN (SELECT id FROM search_words WHERE segment IN (SELECT value FROM json_each(:segments)) LIMIT :most)

-- name: search_words_delete [postgresql]
DELETE FROM search_words
WHERE ctid = ANY (ARRAY(SELECT ctid FROM search_words WHERE segment = ANY (CAST(:segments AS BIGINT[])) LIMIT :most))

-- name: search_words_insert [sqlite]
INSERT INTO search_words (segment, first, data)
VALUES (:segment, :first, :data)

-- name: search_words_insert [postgresql]
INSERT INTO search_words (segment, first, data)
SELECT /*binary*/ segment, decode(first, 'base64'), substring(CAST(:bytes AS BYTEA) FROM data_at FOR data_size)
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    segment BIGINT, first TEXT, data_at INTEGER, data_size INTEGER)

-- name: search_work [sqlite]
SELECT /*binary*/ m.id, m.from_name, m.from_addr, m.to_json, m.cc_json, m.subject, m.body_state, b.raw
FROM mails m LEFT JOIN bodies b ON b.mail_id = m.id
WHERE m.search_state = 1
    AND CASE m.body_state WHEN 0 THEN m.stored_at <= :listed_until WHEN 1 THEN :with_body ELSE 1 END
ORDER BY m.id LIMIT :max

-- name: search_work [postgresql]
SELECT /*binary*/ m.id, m.from_name, m.from_addr, m.to_json, m.cc_json, m.subject, m.body_state, b.raw
FROM mails m LEFT JOIN bodies b ON b.mail_id = m.id
WHERE m.search_state = 1
    AND CASE m.body_state WHEN 0 THEN m.stored_at <= :listed_until WHEN 1 THEN :with_body = 1
                          ELSE TRUE END
ORDER BY m.id LIMIT :max
