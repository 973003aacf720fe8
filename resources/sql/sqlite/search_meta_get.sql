SELECT text_version, spill FROM search_meta
