SELECT w.id, w.url, w.paused_until_ms, w.last_trigger_at,
    (SELECT MIN(c.next_attempt_at_ms) FROM webhook_calls c WHERE c.webhook_id = w.id),
    (SELECT MAX(c.next_attempt_at_ms) FROM webhook_calls c WHERE c.webhook_id = w.id)
FROM webhooks w
WHERE w.enabled = 1;
