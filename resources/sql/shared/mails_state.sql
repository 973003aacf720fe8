SELECT m.id, m.account_id, m.folder_id, m.listing, m.is_read, m.is_starred, m.has_attachment,
       m.uid, m.server_flags
FROM mails m JOIN accounts a ON a.id = m.account_id
WHERE m.id = :id AND a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner);
