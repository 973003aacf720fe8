-- How each user has set up the clients. A user without a row has the defaults.

CREATE TABLE user_settings (
    user_id INTEGER PRIMARY KEY REFERENCES users (id),
    language TEXT NOT NULL, -- '': the browser's
    theme TEXT NOT NULL,    -- system, light, dark
    density TEXT NOT NULL,  -- comfortable, compact
    conversations INTEGER NOT NULL,
    notifications INTEGER NOT NULL,
    image_senders TEXT NOT NULL, -- JSON array of addresses
    quiet_hours_enabled INTEGER NOT NULL,
    quiet_hours_from TEXT NOT NULL, -- HH:MM, local time of the client
    quiet_hours_to TEXT NOT NULL
);
