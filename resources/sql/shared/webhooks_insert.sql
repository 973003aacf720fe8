INSERT INTO webhooks (user_id, name, url, headers, secret_ref, has_secret, body_template, enabled,
    events, mode, filters, last_status, consecutive_failures, failing_since, disabled_reason,
    paused_until_ms, claims, created_at, updated_at)
VALUES (:user_id, :name, :url, :headers, :secret_ref, :has_secret, :body_template, :enabled,
    :events, :mode, :filters, '', 0, 0, '', 0, 0, :now, :now)
RETURNING id;
