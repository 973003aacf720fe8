UPDATE tombstones SET at_server = :at_server
WHERE folder_id = :folder_id AND uid = :uid
      AND uid_validity = (SELECT uid_validity FROM folders WHERE id = :folder_id);
