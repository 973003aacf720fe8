UPDATE accounts SET last_sync_at = :last_sync_at WHERE id = :id AND deleting_at IS NULL;
