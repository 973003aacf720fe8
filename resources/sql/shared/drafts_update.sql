UPDATE drafts SET account_id = :account_id, to_json = :to_json, cc_json = :cc_json,
    bcc_json = :bcc_json, subject = :subject, body = :body, attachments_json = :attachments_json,
    extras = :extras, summary = :summary, search_text = :search_text, version = version + 1,
    updated_at = :now,
    order_key = (SELECT COALESCE(MAX(d.order_key), 0) + 1 FROM drafts d WHERE d.user_id = :user_id)
WHERE id = :id AND user_id = :user_id;
