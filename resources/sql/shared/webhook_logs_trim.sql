DELETE FROM webhook_logs
WHERE webhook_id = :webhook_id AND id <= (
    SELECT id FROM webhook_logs WHERE webhook_id = :webhook_id
    ORDER BY id DESC
    LIMIT 1 OFFSET :kept);
