-- The rows of mails_insert.sql, as mailwriter.cpp makes them.
INSERT INTO mails (id, account_id, folder_id, uid, listing, created_at, sent_at, stored_at, size,
                   is_read, is_starred, has_attachment, is_html, server_flags, body_state,
                   search_state, sort_key, sent_key, from_key, subject_key, message_id, from_addr,
                   from_name, to_json, cc_json, subject, summary, email_id, thread_id,
                   thread_state)
SELECT id, account_id, folder_id, uid, listing, created_at, sent_at, stored_at, size, is_read,
       is_starred, has_attachment, is_html, server_flags, body_state, search_state, sort_key,
       sent_key, decode(from_key, 'base64'), decode(subject_key, 'base64'), message_id, from_addr,
       from_name, to_json, cc_json, subject, summary, email_id, thread_id, thread_state
FROM json_to_recordset(CAST(:rows AS json)) AS r (
    id BIGINT, account_id BIGINT, folder_id BIGINT, uid BIGINT, listing SMALLINT, created_at BIGINT,
    sent_at BIGINT, stored_at BIGINT, size BIGINT, is_read SMALLINT, is_starred SMALLINT,
    has_attachment SMALLINT, is_html SMALLINT, server_flags SMALLINT, body_state SMALLINT,
    search_state SMALLINT, sort_key BIGINT, sent_key BIGINT, from_key TEXT, subject_key TEXT,
    message_id TEXT, from_addr TEXT, from_name TEXT, to_json TEXT, cc_json TEXT, subject TEXT,
    summary TEXT, email_id TEXT, thread_id BIGINT, thread_state SMALLINT)
