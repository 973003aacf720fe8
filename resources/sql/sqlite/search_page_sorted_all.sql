SELECT m.id
FROM search_index f
CROSS JOIN search_docs d ON d.search_row = f.rowid
CROSS JOIN mails m ON m.id = d.mail_id
WHERE f.search_index MATCH :match
ORDER BY /*order*/ LIMIT :limit OFFSET :offset
