SELECT text_version FROM search_meta
