SELECT m.id, m.from_name, m.from_addr, m.subject, m.body_state, b.raw
FROM mails m LEFT JOIN bodies b ON b.mail_id = m.id
WHERE m.search_state = 1 AND (m.body_state <> 0 OR :list_only)
ORDER BY m.id LIMIT :max
