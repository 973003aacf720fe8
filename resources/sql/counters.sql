-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: counters_add
INSERT INTO counters (account_id, folder_id, listing, is_read, is_starred, has_attachment, n)
VALUES (:account_id, :folder_id, :listing, :is_read, :is_starred, :has_attachment, :n)
ON CONFLICT (account_id, folder_id, listing, is_read, is_starred, has_attachment)
DO UPDATE SET n = counters.n + excluded.n;

-- name: doctor_counters
-- The number of counters that differ from the mails that they count. Accounts that are being deleted are left
-- out: their counters and mails are deleted in steps.
SELECT count(*)
FROM (SELECT 1
      FROM (SELECT account_id, folder_id, listing, is_read, is_starred, has_attachment, n
            FROM counters
            UNION ALL
            SELECT account_id, folder_id, listing, is_read, is_starred, has_attachment, -count(*)
            FROM mails
            GROUP BY account_id, folder_id, listing, is_read, is_starred, has_attachment) AS b
      WHERE account_id NOT IN (SELECT id FROM accounts WHERE deleting_at IS NOT NULL)
      GROUP BY account_id, folder_id, listing, is_read, is_starred, has_attachment
      HAVING SUM(n) <> 0) AS wrong
