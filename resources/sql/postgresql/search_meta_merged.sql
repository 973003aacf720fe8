UPDATE search_meta SET unmerged = 0
