-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: account_requests_insert [postgresql]
INSERT INTO account_requests (account_id, kind, folder_id, mail_id, uid, size)
SELECT id, :kind, :folder_id, :mail_id, :uid, :size FROM accounts WHERE id = :account;

-- name: account_requests_prune [postgresql]
-- Of accounts that no node follows.
DELETE FROM account_requests WHERE at < now() - interval '1 hour';

-- name: account_requests_take [postgresql]
DELETE FROM account_requests r
USING account_leases l
WHERE l.account_id = r.account_id AND l.node_id = :node
RETURNING r.account_id, r.kind, r.folder_id, r.mail_id, r.uid, r.size;
