UPDATE search_meta SET unmerged = unmerged + :indexed
