SELECT language, theme, density, conversations, notifications, image_senders, quiet_hours_enabled,
       quiet_hours_from, quiet_hours_to
FROM user_settings WHERE user_id = :user_id;
