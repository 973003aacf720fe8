SELECT 1 FROM keychain_items WHERE ref = :ref AND state = 'kept';
