SELECT t.user_id, t.token_id, t.token_version, t.token_expires_at, t.expires_at
FROM stream_tickets t
JOIN users u ON u.id = t.user_id AND u.token_version = t.token_version
WHERE t.hash = :hash AND NOT EXISTS (SELECT 1 FROM revoked_tokens r WHERE r.jti = t.token_id);
