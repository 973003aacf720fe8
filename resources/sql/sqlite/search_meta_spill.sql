UPDATE search_meta SET spill = :spill WHERE spill < :spill
