SELECT m.id FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
ORDER BY /*order*/ LIMIT :limit OFFSET :offset
