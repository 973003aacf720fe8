SELECT COUNT(*),
       (SELECT stored_at FROM mails WHERE search_state = 1 ORDER BY id LIMIT 1) * 1000
FROM (SELECT id FROM mails WHERE search_state = 1 LIMIT :most) AS waiting;
