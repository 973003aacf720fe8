UPDATE webhooks SET paused_until_ms = 0
WHERE id = :webhook_id AND paused_until_ms > :now_ms
    AND (paused_until_ms > :latest_ms OR last_trigger_at > :tried_latest);
