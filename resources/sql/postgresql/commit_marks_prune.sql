DELETE FROM commit_marks WHERE at < :before;
