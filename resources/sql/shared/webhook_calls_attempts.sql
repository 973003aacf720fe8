SELECT attempts FROM webhook_calls WHERE id = :id;
