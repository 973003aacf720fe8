UPDATE accounts SET secret_ref = :new_ref
WHERE id = :id AND deleting_at IS NULL AND auth_type = 'oauth2' AND secret_ref = :old_ref;
