SELECT count(*) FROM accounts
WHERE id = :id AND deleting_at IS NULL AND (:owner = 0 OR owner_id = :owner);
