UPDATE keychain_items SET state = 'leaving' WHERE ref = :ref;
