-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: keychain_holds
SELECT 1 FROM keychain_items WHERE ref = :ref AND state = 'kept';

-- name: keychain_kept
SELECT ref FROM keychain_items WHERE state = 'kept';

-- name: keychain_leave
UPDATE keychain_items SET state = 'leaving' WHERE ref = :ref;

-- name: keychain_leaving
SELECT ref FROM keychain_items WHERE state = 'leaving' ORDER BY ref;

-- name: keychain_left
DELETE FROM keychain_items WHERE ref = :ref AND state = 'leaving';

-- name: keychain_note
INSERT INTO keychain_items (ref, state) VALUES (:ref, :state)
ON CONFLICT (ref) DO UPDATE SET state = excluded.state;

-- name: keychain_orphans
UPDATE keychain_items SET state = 'leaving'
WHERE state = 'writing' OR NOT EXISTS (
    SELECT 1 FROM accounts
    WHERE keychain_items.ref IN (secret_ref, smtp_secret_ref, proxy_secret_ref));
