SELECT jti, expires_at FROM revoked_tokens WHERE expires_at >= :now;
