UPDATE users
SET password_hash = :password_hash, token_version = token_version + :raise, updated_at = :now
WHERE id = :id;
