-- Texts as bytes: UTF-8 is what the answer is made of. The page is cut from one index alone (what
-- stands between the marks is put in by mailpage.cpp), then its rows are read.
SELECT m.id, m.account_id, m.folder_id, m.uid, m.created_at, m.sent_at, m.stored_at, m.size,
       m.is_read, m.is_starred, m.has_attachment, m.is_html, m.listing, m.body_state,
       CAST(m.message_id AS BLOB), CAST(m.from_addr AS BLOB), CAST(m.from_name AS BLOB),
       CAST(m.to_json AS BLOB), CAST(m.cc_json AS BLOB), CAST(m.subject AS BLOB),
       CAST(m.summary AS BLOB), CAST(f.path AS BLOB), CAST(f.role AS BLOB), CAST(a.name AS BLOB),
       COALESCE(m.thread_id, m.id),
       CASE WHEN m.thread_id IS NULL THEN 1
            ELSE (SELECT count(*)
                  FROM (SELECT 1 FROM mails t
                        WHERE t.thread_id = m.thread_id AND t.listing > 0
                              AND t.account_id NOT IN (SELECT id FROM accounts
                                                       WHERE deleting_at IS NOT NULL)
                        LIMIT 101))
       END
FROM mails m
     CROSS JOIN folders f ON f.id = m.folder_id
     CROSS JOIN accounts a ON a.id = m.account_id
WHERE m.id IN (SELECT id FROM mails /*index*/
               WHERE /*where*/ 1
               ORDER BY /*inner*/ sort_key DESC
               LIMIT :limit OFFSET :offset)
ORDER BY /*outer*/ m.sort_key DESC;
