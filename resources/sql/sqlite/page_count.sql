PRAGMA page_count
