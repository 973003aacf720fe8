SELECT secret_ref, smtp_secret_ref, proxy_secret_ref FROM accounts WHERE id = :id AND deleting_at IS NOT NULL;
