INSERT INTO secrets (ref, sealed) VALUES (:ref, :sealed)
ON CONFLICT (ref) DO UPDATE SET sealed = excluded.sealed;
