INSERT INTO mails (id, account_id, folder_id, uid, listing, created_at, sent_at, stored_at, size,
                   is_read, is_starred, has_attachment, is_html, server_flags, body_state,
                   search_state, sort_key, sent_key, from_key, subject_key, message_id, from_addr,
                   from_name, to_json, cc_json, subject, summary, email_id, thread_id,
                   thread_state)
VALUES (:id, :account_id, :folder_id, :uid, :listing, :created_at, :sent_at, :stored_at, :size,
        :is_read, :is_starred, :has_attachment, :is_html, :server_flags, :body_state,
        :search_state, :sort_key, :sent_key, :from_key, :subject_key, :message_id, :from_addr,
        :from_name, :to_json, :cc_json, :subject, :summary, :email_id, :thread_id,
        :thread_state)
ON CONFLICT (folder_id, uid) DO NOTHING;
