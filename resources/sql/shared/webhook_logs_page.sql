SELECT id, webhook_id, account_id, call_id, event, mail_subject, mail_from, status_code, error_message,
       attempt, duration_ms, is_test, will_retry, created_at
FROM webhook_logs
WHERE webhook_id = :webhook_id
ORDER BY id DESC
LIMIT :count OFFSET :offset;
