-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: thread_nodes_find [sqlite]
SELECT n.hash, n.thread_id FROM json_each(:hashes) j CROSS JOIN thread_nodes n ON n.hash = j.value;

-- name: thread_nodes_find [postgresql]
SELECT hash, thread_id FROM thread_nodes WHERE hash = ANY (CAST(:hashes AS BIGINT[]));

-- name: thread_nodes_forget
-- Runs before a mail is deleted. If it is the last mail of its conversation, deletes the conversation's nodes.
DELETE FROM thread_nodes
WHERE thread_id = (SELECT COALESCE(thread_id, id) FROM mails WHERE id = :id)
      AND NOT EXISTS (SELECT 1 FROM mails m JOIN mails other ON other.thread_id = m.thread_id
                      WHERE m.id = :id AND other.id <> :id);

-- name: thread_nodes_merge [sqlite]
UPDATE thread_nodes SET thread_id = :into WHERE thread_id IN (SELECT value FROM json_each(:from));

-- name: thread_nodes_merge [postgresql]
UPDATE thread_nodes SET thread_id = :into WHERE thread_id = ANY (CAST(:from AS BIGINT[]));

-- name: thread_nodes_put [sqlite]
-- :nodes is one JSON object; its keys are hashes, its values the ids of their conversations.
INSERT INTO thread_nodes (hash, thread_id) SELECT CAST(key AS INTEGER), value FROM json_each(:nodes);

-- name: thread_nodes_put [postgresql]
-- :nodes is one JSON object; its keys are hashes, its values the ids of their conversations.
INSERT INTO thread_nodes (hash, thread_id)
SELECT CAST(key AS BIGINT), CAST(value AS BIGINT) FROM json_each_text(CAST(:nodes AS json));

-- name: threads_alike
-- Mails without references that may be the mail that a reply with this subject answers.
SELECT COALESCE(m.thread_id, m.id) AS thread_id, m.from_addr, m.to_json
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.subject_key = :subject_key AND m.thread_state = 2 AND a.owner_id = :owner;

-- name: threads_begin [sqlite]
-- :ids are the first mails of conversations that other mails have joined. Until then their
-- thread_id is NULL.
UPDATE mails SET thread_id = id
WHERE id IN (SELECT value FROM json_each(:ids)) AND thread_id IS NULL;

-- name: threads_begin [postgresql]
-- :ids are the first mails of conversations that other mails have joined. Until then their
-- thread_id is NULL.
UPDATE mails SET thread_id = id WHERE id = ANY (CAST(:ids AS BIGINT[])) AND thread_id IS NULL;

-- name: threads_excess [sqlite]
-- The number of mails minus the number of conversations.
SELECT COALESCE(SUM(n - 1), 0)
FROM (SELECT count(*) AS n FROM mails /*index*/
      WHERE /*where*/ thread_id IS NOT NULL GROUP BY thread_id);

-- name: threads_excess [postgresql]
-- The number of mails minus the number of conversations.
SELECT COALESCE(SUM(n - 1), 0)
FROM (SELECT count(*) AS n FROM mails /*index*/
      WHERE /*where*/ thread_id IS NOT NULL GROUP BY thread_id) AS conversations;

-- name: threads_mails
-- The mails of a conversation that lists show, and the requested mail even if lists do not show it.
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
-- A conversation that never had a second mail has no row here: the thread_id of its mail is NULL.
SELECT thread_id, count(*) AS total FROM mails
WHERE thread_id IN (SELECT value FROM json_each(:threads)) GROUP BY thread_id;

-- name: threads_sizes [postgresql]
-- A conversation that never had a second mail has no row here: the thread_id of its mail is NULL.
SELECT thread_id, count(*) AS total FROM mails
WHERE thread_id = ANY (CAST(:threads AS BIGINT[])) GROUP BY thread_id;

-- name: threads_to_place
SELECT a.owner_id
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.id = :id AND m.thread_state = 0;

-- name: threads_work
-- Mails that earlier versions stored without a conversation, the newest first. Mails whose body is not fetched
-- yet are left out.
SELECT /*binary*/ m.id, m.message_id, m.from_addr, m.to_json, m.subject, b.raw
FROM mails m LEFT JOIN bodies b ON b.mail_id = m.id
WHERE m.thread_state = 0 AND m.body_state <> 0
ORDER BY m.id DESC LIMIT :max;
