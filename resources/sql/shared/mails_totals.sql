-- How many mails there are, how many of them the viewer sees, how many fit, and the sizes of the
-- indexes that could serve the page. From the counters alone.
SELECT COALESCE(SUM(n), 0),
       COALESCE(SUM(CASE WHEN seen THEN n END), 0),
       COALESCE(SUM(CASE WHEN seen
                              AND (CAST(:account AS BIGINT) = 0 OR account_id = :account)
                              AND listing BETWEEN :low AND :high
                              AND (CAST(:read AS BIGINT) < 0 OR is_read = :read)
                              AND (CAST(:starred AS BIGINT) < 0 OR is_starred = :starred)
                              AND (CAST(:attachment AS BIGINT) < 0 OR has_attachment = :attachment)
                              AND (:path = ''
                                   OR folder_id IN (SELECT id FROM folders WHERE path = :path))
                         THEN n END), 0),
       COALESCE(SUM(CASE WHEN account_id = :account THEN n END), 0),
       COALESCE(SUM(CASE WHEN is_read = 0 THEN n END), 0),
       COALESCE(SUM(CASE WHEN is_starred = 1 THEN n END), 0)
FROM (SELECT c.account_id, c.folder_id, c.listing, c.is_read, c.is_starred, c.has_attachment, c.n,
             a.deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR a.owner_id = :owner) AS seen
      FROM counters c JOIN accounts a ON a.id = c.account_id) AS counted;
