SELECT raw, cuts FROM bodies WHERE mail_id = :mail_id;
