-- One of the first pages together with its total, in one question: they are asked for most, and each
-- question costs more than its answer. What stands between the marks is put in by firstpage.cpp.
WITH totals (everything, seen, matching, of_account, unread, starred) AS MATERIALIZED (/*totals*/)
SELECT m.id, m.account_id, m.folder_id, m.uid, m.created_at, m.sent_at, m.stored_at, m.size,
       m.is_read, m.is_starred, m.has_attachment, m.is_html, m.listing, m.body_state, m.message_id,
       m.from_addr, m.from_name, m.to_json, m.cc_json, m.subject, m.summary, f.path, f.role, a.name,
       COALESCE(m.thread_id, m.id),
       CASE WHEN m.thread_id IS NULL THEN 1
            ELSE (SELECT count(*)
                  FROM (SELECT 1 FROM mails t
                        WHERE t.thread_id = m.thread_id AND t.listing > 0
                              AND t.account_id NOT IN (SELECT id FROM accounts
                                                       WHERE deleting_at IS NOT NULL)
                        LIMIT 101) AS few)
       END,
       totals.matching
FROM totals
     LEFT JOIN (SELECT /*id*/ id FROM mails
                WHERE /*where*/ TRUE
                ORDER BY /*inner*/ sort_key DESC
                LIMIT :limit OFFSET :offset) AS page ON TRUE
     LEFT JOIN LATERAL (SELECT * FROM mails WHERE id = page.id OFFSET 0) AS m ON TRUE
     LEFT JOIN folders f ON f.id = m.folder_id
     LEFT JOIN accounts a ON a.id = m.account_id
ORDER BY /*outer*/ m.sort_key DESC;
