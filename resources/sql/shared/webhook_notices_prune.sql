DELETE FROM webhook_notices
WHERE NOT EXISTS (SELECT 1 FROM webhook_calls WHERE notice_id = webhook_notices.id);
