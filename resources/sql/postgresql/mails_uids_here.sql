-- OFFSET 0 makes it a look at the unique index for each uid. Planned while the table was empty, a join
-- went through all mails of the folder.
SELECT u.uid
FROM unnest(CAST(:uids AS BIGINT[])) AS u (uid)
WHERE EXISTS (SELECT 1 FROM mails m WHERE m.folder_id = :folder_id AND m.uid = u.uid OFFSET 0)
