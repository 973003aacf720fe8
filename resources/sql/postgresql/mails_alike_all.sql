-- mails_alike.sql of SQLite for a batch: `place` is the index in it.
SELECT a.id, a.account_id, a.folder_id, a.listing, a.is_read, a.is_starred, a.has_attachment,
       a.uid, a.server_flags, a.email_id, a.created_at, a.from_addr, a.subject, a.body_state, r.place
FROM json_to_recordset(CAST(:rows AS json)) AS r (
         place BIGINT, account_id BIGINT, message_id TEXT, size BIGINT, time BIGINT)
     CROSS JOIN LATERAL (
         SELECT * FROM mails m
         WHERE m.account_id = r.account_id AND m.message_id = r.message_id AND m.size = r.size
               AND COALESCE(m.sent_at, m.created_at) = r.time AND m.listing <= 2
               AND NOT EXISTS (SELECT 1 FROM folders f
                               WHERE f.id = m.folder_id
                                     AND substr(f.path, 1, 10) = '$imported/')
         ORDER BY m.account_id, m.message_id, m.size, COALESCE(m.sent_at, m.created_at), m.listing,
                  m.id
         LIMIT 32) AS a
ORDER BY r.place, a.listing, a.id
