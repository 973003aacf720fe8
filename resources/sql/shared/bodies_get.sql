SELECT raw FROM bodies WHERE mail_id = :mail_id;
