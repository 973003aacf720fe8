UPDATE attachments SET size = :size WHERE id = :id;
