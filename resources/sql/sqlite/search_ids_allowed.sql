-- All of them as one value: row by row takes five times as long.
SELECT CAST(group_concat(m.id) AS BLOB) FROM mails m /*index*/
WHERE /*flag*/ m.listing BETWEEN :low_listing AND :high_listing
    AND (:is_read IS NULL OR m.is_read = :is_read)
    AND (:is_starred IS NULL OR m.is_starred = :is_starred)
    AND (:has_attachment IS NULL OR m.has_attachment = :has_attachment)
