INSERT INTO webhook_logs (webhook_id, account_id, call_id, event, mail_subject, mail_from,
    status_code, error_message, attempt, duration_ms, is_test, will_retry, created_at)
VALUES (:webhook_id, :account_id, :call_id, :event, :mail_subject, :mail_from, :status_code,
    :error_message, :attempt, :duration_ms, :is_test, :will_retry, :created_at);
