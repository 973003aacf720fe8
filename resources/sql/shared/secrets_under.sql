SELECT ref, sealed FROM secrets WHERE substr(ref, 1, length(:prefix)) = :prefix ORDER BY ref;
