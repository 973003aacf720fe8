DELETE FROM mails WHERE id = :id;
