-- Before its last mail goes.
DELETE FROM thread_nodes
WHERE thread_id = (SELECT COALESCE(thread_id, id) FROM mails WHERE id = :id)
      AND NOT EXISTS (SELECT 1 FROM mails m CROSS JOIN mails other ON other.thread_id = m.thread_id
                      WHERE m.id = :id AND other.id <> :id);
