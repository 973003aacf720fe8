DELETE FROM webhooks WHERE user_id = :id;
