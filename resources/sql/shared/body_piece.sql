SELECT size, bytes FROM body_pieces WHERE mail_id = :mail_id AND position = :position;
