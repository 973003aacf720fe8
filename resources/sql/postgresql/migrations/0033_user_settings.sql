-- How each user has set up the clients. A user without a row has the defaults.

CREATE TABLE user_settings (
    user_id BIGINT PRIMARY KEY REFERENCES users (id),
    language TEXT COLLATE "C" NOT NULL, -- '': the browser's
    theme TEXT COLLATE "C" NOT NULL,    -- system, light, dark
    density TEXT COLLATE "C" NOT NULL,  -- comfortable, compact
    conversations BIGINT NOT NULL,
    notifications BIGINT NOT NULL,
    image_senders TEXT COLLATE "C" NOT NULL, -- JSON array of addresses
    quiet_hours_enabled BIGINT NOT NULL,
    quiet_hours_from TEXT COLLATE "C" NOT NULL, -- HH:MM, local time of the client
    quiet_hours_to TEXT COLLATE "C" NOT NULL
);
