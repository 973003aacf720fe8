SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END FROM mails_id_seq;
