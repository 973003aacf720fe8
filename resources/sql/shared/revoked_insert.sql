INSERT INTO revoked_tokens (jti, expires_at) VALUES (:jti, :expires_at)
ON CONFLICT (jti) DO NOTHING;
