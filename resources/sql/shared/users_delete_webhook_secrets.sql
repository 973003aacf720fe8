DELETE FROM secrets WHERE ref IN (SELECT secret_ref FROM webhooks WHERE user_id = :id);
