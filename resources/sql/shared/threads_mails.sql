-- Of a conversation what lists show, and the mail that was asked for.
SELECT m.id
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.thread_id = :thread AND (m.listing > 0 OR m.id = :id)
      AND a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner)
ORDER BY m.sort_key DESC LIMIT :max;
