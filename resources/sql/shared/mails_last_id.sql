SELECT COALESCE(max(id), 0) FROM mails;
