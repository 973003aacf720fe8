UPDATE accounts SET proven_mechanism = :mechanism
WHERE id = :id AND deleting_at IS NULL AND host = :host AND port = :port AND secret_ref = :secret_ref;
