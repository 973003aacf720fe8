SELECT from_name, from_addr, subject FROM mails WHERE id = :mail
