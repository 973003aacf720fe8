INSERT INTO user_settings (user_id, language, theme, density, conversations, notifications,
                           image_senders, quiet_hours_enabled, quiet_hours_from, quiet_hours_to)
VALUES (:user_id, :language, :theme, :density, :conversations, :notifications, :image_senders,
        :quiet_hours_enabled, :quiet_hours_from, :quiet_hours_to)
ON CONFLICT (user_id) DO UPDATE SET
    language = excluded.language, theme = excluded.theme, density = excluded.density,
    conversations = excluded.conversations, notifications = excluded.notifications,
    image_senders = excluded.image_senders, quiet_hours_enabled = excluded.quiet_hours_enabled,
    quiet_hours_from = excluded.quiet_hours_from, quiet_hours_to = excluded.quiet_hours_to;
