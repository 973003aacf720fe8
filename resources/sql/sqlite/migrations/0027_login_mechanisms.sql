-- How an account logs in: the mechanism that a person chose (`auto`: none), and the one that worked
-- last time at the server that the account names now (empty: none yet).

ALTER TABLE accounts ADD COLUMN auth_mechanism TEXT NOT NULL DEFAULT 'auto';

ALTER TABLE accounts ADD COLUMN smtp_auth_mechanism TEXT NOT NULL DEFAULT 'auto';

ALTER TABLE accounts ADD COLUMN proven_mechanism TEXT NOT NULL DEFAULT '';

ALTER TABLE accounts ADD COLUMN smtp_proven_mechanism TEXT NOT NULL DEFAULT '';
