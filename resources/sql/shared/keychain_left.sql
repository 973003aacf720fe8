DELETE FROM keychain_items WHERE ref = :ref AND state = 'leaving';
