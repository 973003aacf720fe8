UPDATE search_meta SET text_version = :version
