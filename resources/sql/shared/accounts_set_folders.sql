UPDATE accounts SET folders = :folders, folder_roles = :folder_roles, updated_at = :now
WHERE id = :id AND deleting_at IS NULL;
