SELECT uid FROM mails WHERE folder_id = :folder_id AND uid = ANY (CAST(:uids AS BIGINT[]))
