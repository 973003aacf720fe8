SELECT m.id, m.sort_key, m.account_id, m.folder_id, m.body_state, m.in_index IS NOT NULL
FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
WHERE m.search_state = 1
