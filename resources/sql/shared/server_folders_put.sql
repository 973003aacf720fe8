INSERT INTO server_folders (account_id, path, role, selectable, total, unread)
VALUES (:account_id, :path, :role, :selectable, :total, :unread)
ON CONFLICT (account_id, path) DO UPDATE
SET role = excluded.role, selectable = excluded.selectable, total = excluded.total,
    unread = excluded.unread;
