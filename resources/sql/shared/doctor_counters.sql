-- How many counts differ from the mails that they count. Accounts that are being deleted lose both in
-- steps.
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
