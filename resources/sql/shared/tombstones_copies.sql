-- Copies that may be the new places of mails of the folder that were deleted here: those that are still
-- as they came, while the server had the deleted ones at the last look.
SELECT m.id, m.account_id, m.folder_id, m.listing, m.is_read, m.is_starred, m.has_attachment,
       m.uid, m.server_flags, t.uid
FROM tombstones t JOIN folders f ON f.id = t.folder_id AND f.uid_validity = t.uid_validity
     JOIN mails m ON m.id = t.copy_id
WHERE t.folder_id = :folder_id AND t.copy_id <> 0 AND t.at_server > 0
      AND m.unsettled IS NOT NULL AND m.listing = 2;
