-- Recognised by its identity only, which is not enough to delete it at the server.
UPDATE tombstones SET uid_validity = :uid_validity, uid = :uid, at_server = 1
WHERE folder_id = :folder_id
      AND (uid_validity, uid) = (SELECT uid_validity, uid FROM tombstones
                                 WHERE folder_id = :folder_id AND identity = :identity
                                       AND uid_validity <> :uid_validity
                                 LIMIT 1);
