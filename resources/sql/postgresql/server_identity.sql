SELECT (SELECT CAST(system_identifier AS TEXT) FROM pg_control_system()),
       left(pg_walfile_name(pg_current_wal_lsn()), 8);
