DELETE FROM webhooks WHERE id = :id AND user_id = :user_id RETURNING secret_ref;
