-- With the last mail of a conversation goes what that was known by.
WITH gone AS (DELETE FROM mails WHERE id = :id RETURNING COALESCE(thread_id, id) AS thread_id)
DELETE FROM thread_nodes n USING gone
WHERE n.thread_id = gone.thread_id
      AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.thread_id = gone.thread_id AND m.id <> :id);
