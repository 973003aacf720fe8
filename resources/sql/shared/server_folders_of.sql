SELECT path, role, selectable, total, unread FROM server_folders
WHERE account_id = :account_id ORDER BY path;
