UPDATE accounts SET deleting_at = :now WHERE id = :id AND deleting_at IS NULL;
