PRAGMA incremental_vacuum(500)
