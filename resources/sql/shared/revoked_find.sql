SELECT 1 FROM revoked_tokens WHERE jti = :jti;
