-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: thread_nodes_find [sqlite]
SELECT n.hash, n.thread_id FROM json_each(:hashes) j CROSS JOIN thread_nodes n ON n.hash = j.value;

-- name: thread_nodes_find [postgresql]
SELECT hash, thread_id FROM thread_nodes WHERE hash = ANY (CAST(:hashes AS BIGINT[]));

-- name: thread_nodes_forget [sqlite]
-- Before its last mail goes.
DELETE FROM thread_nodes
WHERE thread_id = (SELECT COALESCE(thread_id, id) FROM mails WHERE id = :id)
      AND NOT EXISTS (SELECT 1 FROM mails m CROSS JOIN mails other ON other.thread_id = m.thread_id
                      WHERE m.id = :id AND other.id <> :id);

-- name: thread_nodes_merge [sqlite]
UPDATE thread_nodes SET thread_id = :into WHERE thread_id IN (SELECT value FROM json_each(:from));

-- name: thread_nodes_merge [postgresql]
UPDATE thread_nodes SET thread_id = :into WHERE thread_id = ANY (CAST(:from AS BIGINT[]));

-- name: thread_nodes_put [sqlite]
-- One object: the conversation of each hash.
INSERT INTO thread_nodes (hash, thread_id) SELECT CAST(key AS INTEGER), value FROM json_each(:nodes);

-- name: thread_nodes_put [postgresql]
-- One object: the conversation of each hash.
INSERT INTO thread_nodes (hash, thread_id)
SELECT CAST(key AS BIGINT), CAST(value AS BIGINT) FROM json_each_text(CAST(:nodes AS json));

-- name: threads_alike
-- Mails without references that a reply to their subject may answer.
SELECT COALESCE(m.thread_id, m.id), m.from_addr, m.to_json
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.subject_key = :subject_key AND m.thread_state = 2 AND a.owner_id = :owner;

-- name: threads_begin [sqlite]
-- The first mails of conversations that others have joined.
UPDATE mails SET thread_id = id
WHERE id IN (SELECT value FROM json_each(:ids)) AND thread_id IS NULL;

-- name: threads_begin [postgresql]
-- The first mails of conversations that others have joined.
UPDATE mails SET thread_id = id WHERE id = ANY (CAST(:ids AS BIGINT[])) AND thread_id IS NULL;

-- name: threads_excess [sqlite]
-- How many mails more there are than conversations.
SELECT COALESCE(SUM(n - 1), 0)
FROM (SELECT count(*) AS n FROM mails /*index*/
      WHERE /*where*/ thread_id IS NOT NULL GROUP BY thread_id);

-- name: threads_excess [postgresql]
-- How many mails more there are than conversations.
SELECT COALESCE(SUM(n - 1), 0)
FROM (SELECT count(*) AS n FROM mails /*index*/
      WHERE /*where*/ thread_id IS NOT NULL GROUP BY thread_id) AS conversations;

-- name: threads_mails
-- Of a conversation what lists show, and the mail that was asked for.
SELECT m.id
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.thread_id = :thread AND (m.listing > 0 OR m.id = :id)
      AND a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner)
ORDER BY m.sort_key DESC LIMIT :max;

-- name: threads_merge [sqlite]
UPDATE mails SET thread_id = :into WHERE thread_id IN (SELECT value FROM json_each(:from));

-- name: threads_merge [postgresql]
UPDATE mails SET thread_id = :into WHERE thread_id = ANY (CAST(:from AS BIGINT[]));

-- name: threads_shown
-- The mails of a conversation that lists show.
SELECT count(*) FROM mails
WHERE thread_id = :thread AND listing > 0
      AND account_id NOT IN (SELECT id FROM accounts WHERE deleting_at IS NOT NULL);

-- name: threads_sizes [sqlite]
-- Of those that more than one mail is in.
SELECT thread_id, count(*) FROM mails WHERE thread_id IN (SELECT value FROM json_each(:threads)) GROUP BY thread_id;

-- name: threads_sizes [postgresql]
-- Of those that more than one mail is in.
SELECT thread_id, count(*) FROM mails WHERE thread_id = ANY (CAST(:threads AS BIGINT[])) GROUP BY thread_id;

-- name: threads_to_place
SELECT a.owner_id
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.id = :id AND m.thread_state = 0;

-- name: threads_work
-- Mails that earlier versions stored, the newest first. One whose text is still to come waits for it.
SELECT m.id, m.message_id, m.from_addr, m.to_json, m.subject, b.raw
FROM mails m LEFT JOIN bodies b ON b.mail_id = m.id
WHERE m.thread_state = 0 AND m.body_state <> 0
ORDER BY m.id DESC LIMIT :max;
