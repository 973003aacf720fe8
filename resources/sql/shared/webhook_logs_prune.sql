DELETE FROM webhook_logs WHERE created_at < :before;
