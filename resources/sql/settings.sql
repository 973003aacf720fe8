-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: settings_all
SELECT name, value FROM settings WHERE user_id = :user_id;

-- name: settings_delete
DELETE FROM settings WHERE user_id = :user_id AND name = :name;

-- name: settings_get
SELECT value FROM settings WHERE user_id = :user_id AND name = :name;

-- name: settings_put
INSERT INTO settings (user_id, name, value) VALUES (:user_id, :name, :value)
ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value;

-- name: user_settings_of
SELECT language, theme, density, conversations, notifications, image_senders, quiet_hours_enabled,
       quiet_hours_from, quiet_hours_to
FROM user_settings WHERE user_id = :user_id;

-- name: user_settings_put
INSERT INTO user_settings (user_id, language, theme, density, conversations, notifications,
                           image_senders, quiet_hours_enabled, quiet_hours_from, quiet_hours_to)
VALUES (:user_id, :language, :theme, :density, :conversations, :notifications, :image_senders,
        :quiet_hours_enabled, :quiet_hours_from, :quiet_hours_to)
ON CONFLICT (user_id) DO UPDATE SET
    language = excluded.language, theme = excluded.theme, density = excluded.density,
    conversations = excluded.conversations, notifications = excluded.notifications,
    image_senders = excluded.image_senders, quiet_hours_enabled = excluded.quiet_hours_enabled,
    quiet_hours_from = excluded.quiet_hours_from, quiet_hours_to = excluded.quiet_hours_to;
