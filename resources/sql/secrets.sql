-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: secrets_delete
DELETE FROM secrets WHERE ref = :ref;

-- name: secrets_get
SELECT ref, sealed FROM secrets WHERE ref = :ref;

-- name: secrets_has
SELECT 1 FROM secrets WHERE ref = :ref
UNION ALL
SELECT 1 FROM keychain_items WHERE ref = :ref AND state = 'kept';

-- name: secrets_put
INSERT INTO secrets (ref, sealed) VALUES (:ref, :sealed)
ON CONFLICT (ref) DO UPDATE SET sealed = excluded.sealed;

-- name: secrets_sweep
-- Deletes secrets that no account or webhook uses. The `ref` of such a secret is a UUID; the service's own secrets
-- have other names.
DELETE FROM secrets
WHERE length(ref) = 36 AND substr(ref, 9, 1) = '-'
    AND ref NOT IN (SELECT secret_ref FROM accounts)
    AND ref NOT IN (SELECT smtp_secret_ref FROM accounts)
    AND ref NOT IN (SELECT proxy_secret_ref FROM accounts)
    AND ref NOT IN (SELECT secret_ref FROM webhooks)
RETURNING ref;

-- name: secrets_under
SELECT ref, sealed FROM secrets WHERE substr(ref, 1, length(:prefix)) = :prefix ORDER BY ref;
