SELECT 1 FROM secrets WHERE ref = :ref
UNION ALL
SELECT 1 FROM keychain_items WHERE ref = :ref AND state = 'kept';
