-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: search_accounts [sqlite]
SELECT id, deleting_at IS NULL AND (:owner = 0 OR owner_id = :owner)
    AND (:account IS NULL OR id = :account) AS is_meant
FROM accounts

-- name: search_accounts [postgresql]
SELECT id, deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner)
    AND (CAST(:account AS BIGINT) IS NULL OR id = :account) AS is_meant
FROM accounts

-- name: search_docs_delete [postgresql]
DELETE FROM search_docs WHERE mail_id = :mail

-- name: search_docs_put [postgresql]
INSERT INTO search_docs (mail_id, sort_key, account_id, folder_id, tokens)
VALUES (:mail, :sort_key, :account, :folder, :tokens)
ON CONFLICT (mail_id) DO UPDATE
SET sort_key = excluded.sort_key, account_id = excluded.account_id,
    folder_id = excluded.folder_id, tokens = excluded.tokens;

-- name: search_docs_put_all [postgresql]
-- Runs in parallel with other writers. Mails that another transaction has locked are skipped and stay marked:
-- waiting for it could be a deadlock, because it may wait for mails that are locked here. A transaction that
-- deletes one of these mails waits until this one ends, and then deletes its row of search_docs too.
-- Mails that were deleted or changed after their text was read are left out.
WITH held AS (
    SELECT m.id, p.tokens
    FROM json_to_recordset(CAST(:docs AS json)) AS p(mail BIGINT, body_state SMALLINT, tokens TEXT)
        JOIN mails m ON m.id = p.mail
    WHERE m.search_state = 1 AND m.body_state = p.body_state
    FOR NO KEY UPDATE OF m SKIP LOCKED
), marked AS (
    UPDATE mails m
    SET search_state = CASE WHEN m.body_state = 0 THEN 0 ELSE 2 END
    FROM held
    WHERE m.id = held.id
    RETURNING m.id, m.sort_key, m.account_id, m.folder_id, held.tokens
)
INSERT INTO search_docs (mail_id, sort_key, account_id, folder_id, tokens)
SELECT id, sort_key, account_id, folder_id, tokens FROM marked
ON CONFLICT (mail_id) DO UPDATE
SET sort_key = excluded.sort_key, account_id = excluded.account_id,
    folder_id = excluded.folder_id, tokens = excluded.tokens;

-- name: search_folders [sqlite]
SELECT id FROM folders WHERE path = :path AND (:account IS NULL OR account_id = :account)

-- name: search_folders [postgresql]
SELECT id FROM folders
WHERE path = :path AND (CAST(:account AS BIGINT) IS NULL OR account_id = :account)

-- name: search_foremost [postgresql]
-- The number of hits that fulfil /*mails*/, and those of them that are among the first :reach mails of the
-- list, as place << 30 | id. This is a single pass over the hits, and it reads only indexes of mails: the low
-- bits of a sort key are the id. vectorsearch.cpp replaces the marks.
WITH foremost AS MATERIALIZED (
    SELECT listed.id, row_number() OVER () AS place
    FROM (SELECT /*id*/ id FROM mails WHERE /*mails*/ TRUE ORDER BY /*order*/ id LIMIT :reach)
        AS listed
)
SELECT count(*) AS total,
       array_to_string(array_agg(f.place << 30 | f.id) FILTER (WHERE f.id IS NOT NULL), ',') AS keys
FROM search_docs d
     /*filtered*/
     LEFT JOIN foremost f ON f.id = d.mail_id
WHERE /*entries*/ TRUE;

-- name: search_gone_delete [sqlite]
DELETE FROM search_gone WHERE segment = :segment

-- name: search_gone_insert [sqlite]
INSERT OR IGNORE INTO search_gone (segment, document) VALUES (:segment, :document)

-- name: search_gone_of [sqlite]
-- Returns one value, because reading row by row takes five times as long.
SELECT CAST(group_concat(document) AS BLOB) FROM search_gone WHERE segment = :segment

-- name: search_ids_allowed [sqlite]
-- Returns one value, because reading row by row takes five times as long. searchfilter.cpp replaces the marks.
SELECT CAST(group_concat(m.id) AS BLOB) FROM mails m /*index*/ WHERE /*where*/ 1

-- name: search_ids_filtered [sqlite]
SELECT CAST(group_concat(m.id) AS BLOB)
FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
WHERE /*where*/ 1

-- name: search_ids_sorted [sqlite]
SELECT m.id FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
ORDER BY /*order*/ m.id LIMIT :limit OFFSET :offset

-- name: search_is_used [sqlite]
SELECT COALESCE(sum(documents - gone), 0) FROM search_segments WHERE state = 1

-- name: search_key_of [sqlite]
SELECT sort_key FROM mails WHERE id = :mail AND in_index IS NOT NULL

-- name: search_keys_around [sqlite]
-- For each segment, the row of keys that may contain :key.
SELECT s.id, k.first, k.data
FROM search_segments s
CROSS JOIN search_keys k ON k.segment = s.id
    AND k.low = (SELECT max(low) FROM search_keys WHERE segment = s.id AND low <= :key)
WHERE s.state = 1 AND :key BETWEEN s.low_key AND s.high_key

-- name: search_keys_delete [sqlite]
DELETE FROM search_keys WHERE id IN (SELECT id FROM search_keys WHERE segment = :segment LIMIT :most)

-- name: search_keys_from [sqlite]
SELECT first, data FROM search_keys WHERE segment = :segment AND first >= :first ORDER BY first

-- name: search_keys_insert [sqlite]
INSERT INTO search_keys (segment, first, low, data)
VALUES (:segment, :first, :low, :data)

-- name: search_listings
SELECT listing, sum(n) AS total FROM counters GROUP BY listing

-- name: search_mark [sqlite]
UPDATE mails
SET search_state = CASE WHEN body_state = 0 THEN 0 ELSE 2 END, in_index = 1
WHERE id IN (SELECT value FROM json_each(:ids))

-- name: search_mark_all [sqlite]
UPDATE mails SET search_state = 1, in_index = NULL WHERE search_state <> 1 OR in_index IS NOT NULL

-- name: search_mark_all [postgresql]
UPDATE mails SET search_state = 1 WHERE search_state <> 1

-- name: search_merge [postgresql]
SELECT gin_clean_pending_list('search_docs_words')

-- name: search_meta_get
SELECT text_version FROM search_meta

-- name: search_meta_merged [postgresql]
UPDATE search_meta SET unmerged = 0

-- name: search_meta_note [postgresql]
UPDATE search_meta SET unmerged = unmerged + :indexed

-- name: search_meta_version [sqlite]
UPDATE search_meta SET text_version = :version

-- name: search_meta_version [postgresql]
UPDATE search_meta SET text_version = :version

-- name: search_newest [postgresql]
-- The number of hits, and the sort keys of those hits that are among the first :reach + 1 mails of the whole
-- list. vectorsearch.cpp replaces the marks.
SELECT count(*) AS total,
       array_to_string(array_agg(d.sort_key) FILTER (WHERE d.sort_key /*within*/ >= COALESCE(
           (SELECT m.sort_key FROM mails m ORDER BY m.sort_key /*direction*/ DESC
            LIMIT 1 OFFSET :reach), :edge)), ',') AS keys
FROM search_docs d
WHERE /*entries*/ TRUE;

-- name: search_page [postgresql]
-- The number of hits, and one page of them, with a single search of the index. vectorsearch.cpp replaces the
-- marks.
WITH hits AS MATERIALIZED (
    SELECT /*id*/ d.mail_id AS id, /*key*/ d.sort_key AS sort FROM /*from*/ search_docs d WHERE /*where*/ TRUE
)
SELECT counted.n, page.id
FROM (SELECT count(*) AS n FROM hits) AS counted
     LEFT JOIN (SELECT id, sort FROM hits
                ORDER BY sort /*direction*/, id /*direction*/
                LIMIT :limit OFFSET :offset) AS page ON TRUE
ORDER BY page.sort /*direction*/, page.id /*direction*/;

-- name: search_passed_over [postgresql]
SELECT m.id
FROM json_to_recordset(CAST(:rows AS json)) AS r (mail BIGINT, body_state SMALLINT)
    JOIN mails m ON m.id = r.mail
WHERE m.search_state = 1 AND m.body_state = r.body_state

-- name: search_pending [sqlite]
SELECT m.id, m.sort_key, m.account_id, m.folder_id, m.body_state, m.in_index IS NOT NULL AS is_indexed
FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
WHERE m.search_state = 1

-- name: search_places_after [sqlite]
SELECT at, data FROM search_places WHERE segment = :segment AND at > :after ORDER BY at LIMIT 1

-- name: search_places_between [sqlite]
SELECT at, data FROM search_places
WHERE segment = :segment AND at < :end
    AND at >= COALESCE((SELECT p.at FROM search_places p
                        WHERE p.segment = :segment AND p.at <= :begin
                        ORDER BY p.at DESC LIMIT 1), 0)
ORDER BY at

-- name: search_places_delete [sqlite]
DELETE FROM search_places WHERE id IN (SELECT id FROM search_places WHERE segment = :segment LIMIT :most)

-- name: search_places_insert [sqlite]
INSERT INTO search_places (segment, at, data)
VALUES (:segment, :at, :data)

-- name: search_remove_all [postgresql]
DELETE FROM search_docs

-- name: search_scan [sqlite]
-- searchscan.cpp replaces the marks.
SELECT m.id FROM mails m
WHERE /*where*/ 1
ORDER BY /*order*/ m.id LIMIT :limit OFFSET :offset

-- name: search_scan_count [sqlite]
SELECT count(*) FROM mails m WHERE /*where*/ 1

-- name: search_segment_delete [sqlite]
DELETE FROM search_segments WHERE id = :segment

-- name: search_segment_finish [sqlite]
UPDATE search_segments SET bytes = :bytes, state = 1 WHERE id = :segment

-- name: search_segment_insert [sqlite]
INSERT INTO search_segments (documents, bytes, high_key, low_key, state)
VALUES (:documents, :bytes, :high_key, :low_key, :state)
RETURNING id

-- name: search_segment_note_gone [sqlite]
UPDATE search_segments SET gone = gone + :documents WHERE id = :segment

-- name: search_segment_retire [sqlite]
UPDATE search_segments SET state = 2 WHERE id = :segment

-- name: search_segment_retired [sqlite]
SELECT id FROM search_segments WHERE state = 2 ORDER BY id LIMIT 1

-- name: search_segments [sqlite]
SELECT id, documents, gone, bytes FROM search_segments WHERE state = 1 ORDER BY id

-- name: search_segments_unfinished [sqlite]
-- If a crash interrupted a merge, marks its incomplete segment for removal.
UPDATE search_segments SET state = 2 WHERE state = 0

-- name: search_some [postgresql]
-- Counts hits, but at most :most, so that the query can stop early.
SELECT count(*) FROM (SELECT 1 FROM search_docs d WHERE /*entries*/ TRUE LIMIT :most) AS found;

-- name: search_unmerged [sqlite]
SELECT COALESCE(sum(documents) - max(documents) + sum(gone), 0) AS unmerged,
    (SELECT COALESCE(sum(n), 0) FROM counters) AS mails
FROM search_segments WHERE state = 1

-- name: search_unmerged [postgresql]
SELECT unmerged, (SELECT COALESCE(sum(n), 0) FROM counters) AS mails FROM search_meta

-- name: search_walk [sqlite]
-- All mails in the order of a list. The reader stops when its page is full.
SELECT m.id FROM mails m /*index*/ ORDER BY /*order*/ m.id

-- name: search_walk [postgresql]
-- One page of the hits: reads the index of the order until the page is full. IS TRUE prevents a plan that looks
-- up each hit.
SELECT /*id*/ id FROM mails
WHERE /*mails*/
      (/*own*/ id IN (SELECT d.mail_id FROM search_docs d WHERE /*entries*/ TRUE)) IS TRUE
ORDER BY /*order*/ id
LIMIT :limit OFFSET :offset;

-- name: search_words_after [sqlite]
SELECT first, data FROM search_words WHERE segment = :segment AND first > :after
ORDER BY first LIMIT 1

-- name: search_words_between [sqlite]
-- The blocks of each segment that may contain terms from :low up to, but without, :high.
SELECT s.id, w.data
FROM search_segments s CROSS JOIN search_words w
WHERE s.state = 1 AND w.segment = s.id AND w.first < :high
    AND w.first >= COALESCE((SELECT f.first FROM search_words f
                             WHERE f.segment = s.id AND f.first <= :low
                             ORDER BY f.first DESC LIMIT 1), :low)
ORDER BY s.id, w.first

-- name: search_words_delete [sqlite]
DELETE FROM search_words WHERE id IN (SELECT id FROM search_words WHERE segment = :segment LIMIT :most)

-- name: search_words_insert [sqlite]
INSERT INTO search_words (segment, first, data)
VALUES (:segment, :first, :data)

-- name: search_work [sqlite]
SELECT m.id, m.from_name, m.from_addr, m.subject, m.body_state, b.raw
FROM mails m LEFT JOIN bodies b ON b.mail_id = m.id
WHERE m.search_state = 1
    AND CASE m.body_state WHEN 0 THEN m.stored_at <= :listed_until WHEN 1 THEN :with_body ELSE 1 END
ORDER BY m.id LIMIT :max

-- name: search_work [postgresql]
SELECT m.id, m.from_name, m.from_addr, m.subject, m.body_state, b.raw
FROM mails m LEFT JOIN bodies b ON b.mail_id = m.id
WHERE m.search_state = 1
    AND CASE m.body_state WHEN 0 THEN m.stored_at <= :listed_until WHEN 1 THEN :with_body = 1
                          ELSE TRUE END
ORDER BY m.id LIMIT :max
