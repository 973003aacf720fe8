-- Durable events are kept by age, so they can be many: the size of their data is known without a scan, and those of
-- an account or a user are found without one.
ALTER TABLE event_counter ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;

UPDATE event_counter SET bytes = (SELECT coalesce(sum(length(data)), 0) FROM events);

CREATE INDEX events_by_account ON events (account_id);

CREATE INDEX events_by_user ON events (user_id) WHERE user_id <> 0;
