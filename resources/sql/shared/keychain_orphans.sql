UPDATE keychain_items SET state = 'leaving'
WHERE state = 'writing' OR NOT EXISTS (
    SELECT 1 FROM accounts
    WHERE keychain_items.ref IN (secret_ref, smtp_secret_ref, proxy_secret_ref));
