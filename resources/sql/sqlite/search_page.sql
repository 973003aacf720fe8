-- Newest first, straight from the order of the index; only the page is looked up.
SELECT f.search_row, m.sort_key
FROM (SELECT rowid AS search_row FROM search_index WHERE search_index MATCH :match
      ORDER BY rowid DESC LIMIT :limit OFFSET :offset) f
CROSS JOIN search_docs d ON d.search_row = f.search_row
CROSS JOIN mails m ON m.id = d.mail_id
