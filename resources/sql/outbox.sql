-- SPDX-License-Identifier: GPL-3.0-or-later

-- columns: outbox_mail
o.id, o.account_id, o.user_id, o.status, o.handed_over, o.wants_queue, o.needs_utf8, o.message_id,
o.sender, o.recipients, o.to_json, o.subject, o.size, o.attempts, o.next_attempt_at_ms,
o.give_up_at_ms, o.failure, o.last_error, o.smtp_code, o.enhanced_code, o.response, o.mail_id,
o.append_at_ms, o.append_attempts, o.created_at, o.sent_at, o.ended_at,
o.claimed_by, o.copy_state, o.copy_error

-- name: outbox_accounts_to_append
SELECT DISTINCT o.account_id
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE o.append_at_ms > 0 AND o.append_at_ms <= :now_ms AND a.deleting_at IS NULL
    AND a.status <> 'disabled';

-- name: outbox_by_id
SELECT /*columns:outbox_mail*/ o.id
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE o.id = :id AND a.deleting_at IS NULL AND (:owner = 0 OR a.owner_id = :owner);

-- name: outbox_claim
UPDATE outbox SET status = 'sending', attempts = attempts + 1, next_attempt_at_ms = 0,
    claimed_by = :run, claimed_until_ms = :until_ms
WHERE status = 'queued' AND id = (
    SELECT o.id FROM outbox o
    JOIN accounts a ON a.id = o.account_id
    WHERE o.account_id = :account_id AND o.status = 'queued' AND o.next_attempt_at_ms <= :now_ms
        AND a.deleting_at IS NULL AND a.status <> 'disabled'
    ORDER BY o.id
    LIMIT 1)
RETURNING id, account_id, user_id, status, handed_over, wants_queue, needs_utf8, message_id,
       sender, recipients, to_json, subject, size, attempts, next_attempt_at_ms,
       give_up_at_ms, failure, last_error, smtp_code, enhanced_code, response, mail_id,
       append_at_ms, append_attempts, created_at, sent_at, ended_at, claimed_by, copy_state,
       copy_error;

-- name: outbox_claimed
SELECT /*columns:outbox_mail*/ o.id
FROM outbox o
WHERE o.account_id = :account_id AND o.status = 'sending' AND o.claimed_by = :run
ORDER BY o.id;

-- name: outbox_count
SELECT COUNT(*)
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE a.deleting_at IS NULL AND (:owner = 0 OR a.owner_id = :owner)
    AND (:account_id = 0 OR o.account_id = :account_id) AND (:status = '' OR o.status = :status);

-- name: outbox_due
SELECT o.account_id, MIN(o.next_attempt_at_ms) AS at_ms, MAX(o.next_attempt_at_ms) AS last_ms
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE o.status = 'queued' AND a.deleting_at IS NULL AND a.status <> 'disabled'
GROUP BY o.account_id;

-- name: outbox_end_restored
UPDATE outbox SET
    status = CASE WHEN status IN ('queued', 'sending') THEN 'unknown' ELSE status END,
    failure = CASE WHEN status IN ('queued', 'sending') THEN 'restored' ELSE failure END,
    last_error = CASE WHEN status IN ('queued', 'sending') THEN :reason ELSE last_error END,
    ended_at = CASE WHEN status IN ('queued', 'sending') THEN :now ELSE ended_at END,
    copy_state = CASE WHEN append_at_ms > 0 THEN 'failed' ELSE copy_state END,
    copy_error = CASE WHEN append_at_ms > 0 THEN :copy_reason ELSE copy_error END,
    next_attempt_at_ms = 0, append_at_ms = 0, claimed_by = ''
WHERE status IN ('queued', 'sending') OR append_at_ms > 0;

-- name: outbox_hand_over
UPDATE outbox SET handed_over = 1
WHERE id = :id AND status = 'sending' AND claimed_by = :run;

-- name: outbox_insert
INSERT INTO outbox (account_id, user_id, status, handed_over, wants_queue, needs_utf8, message_id,
                    sender, recipients, to_json, subject, size, attempts, next_attempt_at_ms,
                    give_up_at_ms, failure, last_error, smtp_code, enhanced_code, response, mail_id,
                    append_at_ms, append_attempts, created_at)
VALUES (:account_id, :user_id, 'queued', 0, :wants_queue, :needs_utf8, :message_id, :sender,
        :recipients, :to_json, :subject, :size, 0, :next_attempt_at_ms, :give_up_at_ms, '', '', 0,
        '', '', 0, 0, 0, :now)
RETURNING id;

-- name: outbox_interrupted
SELECT /*columns:outbox_mail*/ o.id
FROM outbox o
WHERE o.status = 'sending' AND o.claimed_by <> :run
    AND (o.claimed_until_ms <= :until_ms OR o.claimed_until_ms > :latest_ms)
ORDER BY o.id;

-- name: outbox_last_append
SELECT MAX(append_at_ms) FROM outbox WHERE append_at_ms > 0;

-- name: outbox_note_append
UPDATE outbox SET append_at_ms = :append_at_ms, append_attempts = :append_attempts,
    copy_state = :copy_state, copy_error = :copy_error
WHERE id = :id;

-- name: outbox_outline
SELECT /*binary*/ cuts, raw FROM outbox_outlines WHERE outbox_id = :outbox_id;

-- name: outbox_outline_delete
DELETE FROM outbox_outlines WHERE outbox_id = :outbox_id;

-- name: outbox_outline_insert
INSERT INTO outbox_outlines (outbox_id, cuts, raw) VALUES (/*binary*/ :outbox_id, :cuts, :raw);

-- name: outbox_page
SELECT /*columns:outbox_mail*/ o.id
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE a.deleting_at IS NULL AND (:owner = 0 OR a.owner_id = :owner)
    AND (:account_id = 0 OR o.account_id = :account_id) AND (:status = '' OR o.status = :status)
ORDER BY o.id DESC
LIMIT :count OFFSET :offset;

-- name: outbox_piece
SELECT /*binary*/ size, bytes FROM outbox_pieces WHERE outbox_id = :outbox_id AND position = :position;

-- name: outbox_pieces_delete
DELETE FROM outbox_pieces WHERE outbox_id = :outbox_id;

-- name: outbox_pieces_insert
INSERT INTO outbox_pieces (outbox_id, position, size, bytes)
VALUES (/*binary*/ :outbox_id, :position, :size, :bytes);

-- name: outbox_prune
DELETE FROM outbox WHERE ended_at IS NOT NULL AND ended_at < :before AND append_at_ms = 0;

-- name: outbox_pull
UPDATE outbox SET next_attempt_at_ms = :now_ms
WHERE status = 'queued' AND next_attempt_at_ms > :latest_ms;

-- name: outbox_pull_appends
UPDATE outbox SET append_at_ms = :now_ms WHERE append_at_ms > :latest_ms;

-- name: outbox_renew
UPDATE outbox SET claimed_until_ms = :until_ms WHERE status = 'sending' AND claimed_by = :run;

-- name: outbox_sent_there
SELECT m.id
FROM mails m
JOIN folders f ON f.id = m.folder_id
WHERE m.account_id = :account_id AND m.sort_key >= :since_key AND m.message_id = :message_id
    AND (f.role = 'sent' OR f.path = '$sent')
LIMIT 1;

-- name: outbox_to_append
SELECT /*columns:outbox_mail*/ o.id
FROM outbox o
JOIN accounts a ON a.id = o.account_id
WHERE o.account_id = :account_id AND o.append_at_ms > 0 AND o.append_at_ms <= :now_ms AND a.deleting_at IS NULL
    AND a.status <> 'disabled'
ORDER BY o.append_at_ms
LIMIT 1;

-- name: outbox_update
UPDATE outbox SET status = :status, handed_over = :handed_over, recipients = :recipients,
    attempts = :attempts, next_attempt_at_ms = :next_attempt_at_ms, give_up_at_ms = :give_up_at_ms,
    failure = :failure, last_error = :last_error, smtp_code = :smtp_code,
    enhanced_code = :enhanced_code, response = :response, mail_id = :mail_id,
    append_at_ms = :append_at_ms, append_attempts = :append_attempts,
    copy_state = :copy_state, copy_error = :copy_error, sent_at = :sent_at,
    ended_at = :ended_at, claimed_by = ''
WHERE id = :id AND claimed_by = :claimed_by;
