SELECT ref FROM keychain_items WHERE state = 'leaving' ORDER BY ref;
