PRAGMA freelist_count;
