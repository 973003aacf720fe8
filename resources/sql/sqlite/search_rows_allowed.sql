SELECT CAST(group_concat(m.search_row) AS BLOB) FROM mails m /*index*/
WHERE /*flag*/ m.search_row BETWEEN :low_row AND :high_row
    AND m.listing BETWEEN :low_listing AND :high_listing
    AND (:is_read IS NULL OR m.is_read = :is_read)
    AND (:is_starred IS NULL OR m.is_starred = :is_starred)
    AND (:has_attachment IS NULL OR m.has_attachment = :has_attachment)
    AND (:since IS NULL OR m.created_at >= :since)
    AND (:before IS NULL OR m.created_at < :before)
    AND m.id > :after_id
