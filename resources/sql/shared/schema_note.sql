INSERT INTO schema_versions (version, name, applied_at) VALUES (:version, :name, :now);
