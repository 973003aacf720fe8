-- Where the sign-in of an account with auth_type `oauth2` was made: the name of a section [oauth.NAME] of the
-- configuration. Its secret_ref names the refresh token.
ALTER TABLE accounts ADD COLUMN oauth_provider TEXT NOT NULL DEFAULT '';
