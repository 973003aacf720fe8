DELETE FROM counters WHERE folder_id = :folder_id;
