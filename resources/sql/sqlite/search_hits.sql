SELECT d.search_row, m.sort_key
FROM json_each(:rows) r
CROSS JOIN search_docs d ON d.search_row = r.value
CROSS JOIN mails m ON m.id = d.mail_id
