DELETE FROM attachments WHERE id = :id;
