UPDATE mails SET listing = :listing WHERE id = :id;
