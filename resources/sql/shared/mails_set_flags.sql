UPDATE mails SET is_read = :is_read, is_starred = :is_starred WHERE id = :id;
