UPDATE accounts
SET name = :name, email = :email, host = :host, port = :port, username = :username,
    security = :security, auth_type = :auth_type, oauth_provider = :oauth_provider, secret_ref = :secret_ref,
    smtp_host = :smtp_host, smtp_port = :smtp_port, smtp_security = :smtp_security,
    smtp_username = :smtp_username, smtp_secret_ref = :smtp_secret_ref,
    sender_name = :sender_name, sync_mode = :sync_mode, sync_days = :sync_days,
    folders = :folders, folder_roles = :folder_roles, delete_on_server = :delete_on_server, on_expunge = :on_expunge,
    flag_sync = :flag_sync, append_sent = :append_sent, tls_pin = :tls_pin,
    proxy_url = :proxy_url, proxy_secret_ref = :proxy_secret_ref, notify = :notify,
    proven_mechanism = CASE
        WHEN host = :host AND port = :port AND security = :security AND username = :username
            AND secret_ref = :secret_ref AND auth_mechanism = :auth_mechanism
        THEN proven_mechanism ELSE '' END,
    smtp_proven_mechanism = CASE
        WHEN host = :host AND email = :email AND username = :username
            AND secret_ref = :secret_ref AND smtp_host = :smtp_host AND smtp_port = :smtp_port
            AND smtp_security = :smtp_security AND smtp_username = :smtp_username
            AND smtp_secret_ref = :smtp_secret_ref
            AND smtp_auth_mechanism = :smtp_auth_mechanism
        THEN smtp_proven_mechanism ELSE '' END,
    auth_mechanism = :auth_mechanism, smtp_auth_mechanism = :smtp_auth_mechanism,
    updated_at = :now
WHERE id = :id AND deleting_at IS NULL;
