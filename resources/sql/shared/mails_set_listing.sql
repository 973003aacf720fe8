UPDATE mails SET listing = :listing, unsettled = NULL WHERE id = :id;
