DELETE FROM webhook_calls WHERE id = :id;
