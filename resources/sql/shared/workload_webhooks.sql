-- What is called now (leased), and what a receiver wants to wait for, is not late.
SELECT COUNT(*), MIN(CASE WHEN w.enabled = 1 AND c.lease = ''
                          THEN CASE WHEN w.paused_until_ms > c.next_attempt_at_ms THEN w.paused_until_ms
                                    ELSE c.next_attempt_at_ms END END)
FROM webhook_calls c JOIN webhooks w ON w.id = c.webhook_id;
