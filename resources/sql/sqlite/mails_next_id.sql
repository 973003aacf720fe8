SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'mails'), 0) + 1;
