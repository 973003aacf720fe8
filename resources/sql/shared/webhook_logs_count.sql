SELECT COUNT(*) FROM webhook_logs WHERE webhook_id = :webhook_id;
