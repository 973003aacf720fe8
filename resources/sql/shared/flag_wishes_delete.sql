DELETE FROM flag_wishes WHERE mail_id = :mail_id;
