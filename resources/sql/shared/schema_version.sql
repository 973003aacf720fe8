SELECT max(version) FROM schema_versions;
