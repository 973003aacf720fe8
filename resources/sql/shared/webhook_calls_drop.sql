DELETE FROM webhook_calls WHERE webhook_id = :webhook_id;
