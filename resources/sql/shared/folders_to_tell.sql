-- Folders of the account that the server is to be told something of.
SELECT m.folder_id FROM flag_wishes w JOIN mails m ON m.id = w.mail_id
WHERE w.account_id = :account_id AND m.listing = 2 AND m.uid IS NOT NULL
      AND (w.mask <> 0 OR w.sent <> 0)
UNION
SELECT t.folder_id FROM tombstones t JOIN folders f ON f.id = t.folder_id
WHERE t.account_id = :account_id AND t.at_server = 2 AND t.uid_validity = f.uid_validity;
