UPDATE uploads SET is_complete = 1, size = :size WHERE token = :token AND is_complete = 0;
