UPDATE accounts
SET name = :name, email = :email, host = :host, port = :port, username = :username,
    security = :security, auth_type = :auth_type, secret_ref = :secret_ref,
    smtp_host = :smtp_host, smtp_port = :smtp_port, smtp_security = :smtp_security,
    smtp_username = :smtp_username, smtp_secret_ref = :smtp_secret_ref,
    sender_name = :sender_name, sync_mode = :sync_mode, sync_days = :sync_days,
    folders = :folders, delete_on_server = :delete_on_server, on_expunge = :on_expunge,
    flag_sync = :flag_sync, append_sent = :append_sent, tls_pin = :tls_pin,
    proxy_url = :proxy_url, proxy_secret_ref = :proxy_secret_ref, notify = :notify, updated_at = :now
WHERE id = :id AND deleting_at IS NULL;
