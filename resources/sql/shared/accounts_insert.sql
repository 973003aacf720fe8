INSERT INTO accounts (uuid, owner_id, name, email, host, port, username, security, auth_type,
                      secret_ref, smtp_host, smtp_port, smtp_security, smtp_username,
                      smtp_secret_ref, sender_name, sync_mode, sync_days, folders,
                      delete_on_server, on_expunge, flag_sync, append_sent, tls_pin, proxy_url,
                      proxy_secret_ref, folder_roles, notify, auth_mechanism,
                      smtp_auth_mechanism, oauth_provider, status, created_at, updated_at)
VALUES (:uuid, :owner_id, :name, :email, :host, :port, :username, :security, :auth_type,
        :secret_ref, :smtp_host, :smtp_port, :smtp_security, :smtp_username,
        :smtp_secret_ref, :sender_name, :sync_mode, :sync_days, :folders,
        :delete_on_server, :on_expunge, :flag_sync, :append_sent, :tls_pin, :proxy_url,
        :proxy_secret_ref, :folder_roles, :notify, :auth_mechanism, :smtp_auth_mechanism,
        :oauth_provider, :status, :now, :now)
RETURNING id;
