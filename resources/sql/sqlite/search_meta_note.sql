UPDATE search_meta SET spill = max(spill, :spill), unmerged = unmerged + :indexed
