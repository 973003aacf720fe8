-- User name and password for the proxy of an account are a secret of their own.

ALTER TABLE accounts ADD COLUMN proxy_secret_ref TEXT NOT NULL DEFAULT '';
