UPDATE mails SET has_attachment = :has_attachment WHERE id = :id;
