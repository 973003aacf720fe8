UPDATE tombstones SET uid_validity = :uid_validity, uid = :uid
WHERE folder_id = :folder_id
      AND (uid_validity, uid) = (SELECT uid_validity, uid FROM tombstones
                                 WHERE folder_id = :folder_id AND identity = :identity
                                       AND uid_validity <> :uid_validity
                                 LIMIT 1);
