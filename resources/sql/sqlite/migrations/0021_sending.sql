-- Large mails that were sent stay in pieces: `bodies` has their outline, the message without what is in
-- its files, and where that was cut out. And a mail that is being sent belongs to one service.

-- Bytes of a piece when it is unpacked (zstd); as many as there are, or 0: it is not packed.
ALTER TABLE outbox_pieces ADD COLUMN size INTEGER NOT NULL DEFAULT 0;

CREATE TABLE outbox_outlines (
    outbox_id INTEGER PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    cuts TEXT NOT NULL, -- of each: where in `raw`, and how many bytes it is short of
    raw BLOB NOT NULL   -- zstd
);

-- As outbox_outlines has them; empty: `raw` is all of it.
ALTER TABLE bodies ADD COLUMN cuts TEXT NOT NULL DEFAULT '';

CREATE TABLE body_pieces (
    mail_id INTEGER NOT NULL REFERENCES mails (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    size INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (mail_id, position)
);

-- Which run of the service is sending a mail, and until when it is believed to be alive.
ALTER TABLE outbox ADD COLUMN claimed_by TEXT NOT NULL DEFAULT '';

ALTER TABLE outbox ADD COLUMN claimed_until_ms INTEGER NOT NULL DEFAULT 0;
