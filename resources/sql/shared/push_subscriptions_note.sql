UPDATE push_subscriptions SET is_active = :is_active, last_success_at = :last_success_at,
    last_status = :last_status, failures = :failures, failing_since = :failing_since
WHERE id = :id;
