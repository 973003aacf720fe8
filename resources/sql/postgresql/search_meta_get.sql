SELECT text_version, 0 FROM search_meta
