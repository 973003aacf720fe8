UPDATE accounts SET smtp_proven_mechanism = :mechanism
WHERE id = :id AND deleting_at IS NULL AND smtp_host = :smtp_host AND smtp_port = :smtp_port
    AND secret_ref = :secret_ref AND smtp_secret_ref = :smtp_secret_ref;
