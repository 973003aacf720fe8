INSERT INTO keychain_items (ref, state) VALUES (:ref, :state)
ON CONFLICT (ref) DO UPDATE SET state = excluded.state;
