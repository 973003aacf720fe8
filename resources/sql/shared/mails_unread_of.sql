SELECT id FROM mails
WHERE is_read = 0 AND listing IN (1, 2)
      AND account_id IN (SELECT id FROM accounts
                         WHERE deleting_at IS NULL AND (CAST(:owner AS BIGINT) = 0 OR owner_id = :owner)
                               AND (CAST(:account AS BIGINT) = 0 OR id = :account))
      AND (:path = '' OR folder_id IN (SELECT id FROM folders WHERE path = :path))
ORDER BY sort_key DESC
LIMIT :max;
