UPDATE mails SET server_flags = :server_flags WHERE id = :id;
