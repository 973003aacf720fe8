SELECT copy_flags FROM mails WHERE id = :id;
