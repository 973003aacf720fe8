SELECT m.id, m.from_name, m.from_addr, m.subject, m.body_state, b.raw
FROM mails m LEFT JOIN bodies b ON b.mail_id = m.id
WHERE m.search_state = 1
    AND CASE m.body_state WHEN 0 THEN m.stored_at <= :listed_until WHEN 1 THEN :with_body = 1
                          ELSE TRUE END
ORDER BY m.id LIMIT :max
