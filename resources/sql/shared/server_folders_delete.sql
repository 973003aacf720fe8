DELETE FROM server_folders WHERE account_id = :account_id AND path = :path;
