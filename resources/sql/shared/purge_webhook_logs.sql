UPDATE webhook_logs SET mail_subject = '', mail_from = '' WHERE account_id = :account_id;
