INSERT INTO drafts (user_id, account_id, to_json, cc_json, bcc_json, subject, body,
                    attachments_json, extras, summary, search_text, version, created_at, updated_at,
                    order_key)
VALUES (:user_id, :account_id, :to_json, :cc_json, :bcc_json, :subject, :body, :attachments_json,
        :extras, :summary, :search_text, 1, :now, :now,
        (SELECT COALESCE(MAX(order_key), 0) + 1 FROM drafts WHERE user_id = :user_id))
RETURNING id;
