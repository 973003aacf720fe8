SELECT COUNT(*), 0 FROM (SELECT id FROM mails WHERE body_state = 0 LIMIT :most) AS waiting;
