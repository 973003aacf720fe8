DELETE FROM accounts WHERE id = :id AND deleting_at IS NOT NULL;
