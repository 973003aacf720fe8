UPDATE webhooks SET name = :name, url = :url, headers = :headers, secret_ref = :secret_ref,
    has_secret = :has_secret, body_template = :body_template, enabled = :enabled, events = :events,
    mode = :mode, filters = :filters, consecutive_failures = :consecutive_failures,
    failing_since = :failing_since, disabled_reason = :disabled_reason,
    paused_until_ms = :paused_until_ms, updated_at = :now
WHERE id = :id;
