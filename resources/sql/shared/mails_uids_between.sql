SELECT uid FROM mails
WHERE folder_id = :folder_id AND uid BETWEEN :first AND :last AND listing = 2;
