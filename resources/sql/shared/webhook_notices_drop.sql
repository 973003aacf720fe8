DELETE FROM webhook_notices
WHERE id = :id AND NOT EXISTS (SELECT 1 FROM webhook_calls WHERE notice_id = :id);
