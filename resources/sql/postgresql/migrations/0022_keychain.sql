-- Which secrets are entries of the OS keychain, and which of these are to leave it. The secrets
-- themselves are nowhere here.

CREATE TABLE keychain_items (
    ref TEXT COLLATE "C" PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('writing', 'kept', 'leaving'))
);
