DELETE FROM uploads WHERE token = :token AND is_complete = 0;
