-- Those of accounts and webhooks are named by a UUID; what the service keeps for itself is not.
DELETE FROM secrets
WHERE length(ref) = 36 AND substr(ref, 9, 1) = '-'
    AND ref NOT IN (SELECT secret_ref FROM accounts)
    AND ref NOT IN (SELECT smtp_secret_ref FROM accounts)
    AND ref NOT IN (SELECT proxy_secret_ref FROM accounts)
    AND ref NOT IN (SELECT secret_ref FROM webhooks)
RETURNING ref;
