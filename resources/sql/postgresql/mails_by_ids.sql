SELECT m.id, m.account_id, m.folder_id, m.uid, m.created_at, m.sent_at, m.stored_at, m.size,
       m.is_read, m.is_starred, m.has_attachment, m.is_html, m.listing, m.body_state, m.message_id,
       m.from_addr, m.from_name, m.to_json, m.cc_json, m.subject, m.summary, f.path, f.role, a.name
FROM mails m
     JOIN folders f ON f.id = m.folder_id
     JOIN accounts a ON a.id = m.account_id
WHERE m.id = ANY (CAST(:ids AS BIGINT[])) AND a.deleting_at IS NULL;
