-- Mails that are to be deleted: all folders were looked at twice since they vanished.
SELECT m.id FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.account_id = :account_id AND m.unsettled <= a.passes - 3 AND m.listing = 0
      AND a.on_expunge = 'delete'
LIMIT :max;
