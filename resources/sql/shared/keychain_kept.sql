SELECT ref FROM keychain_items WHERE state = 'kept';
