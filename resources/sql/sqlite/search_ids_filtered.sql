SELECT CAST(group_concat(m.id) AS BLOB)
FROM json_each(:ids) r CROSS JOIN mails m ON m.id = r.value
WHERE m.listing BETWEEN :low_listing AND :high_listing
    AND (:is_read IS NULL OR m.is_read = :is_read)
    AND (:is_starred IS NULL OR m.is_starred = :is_starred)
    AND (:has_attachment IS NULL OR m.has_attachment = :has_attachment)
    AND (:recipients IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:recipients) r
        WHERE NOT EXISTS (SELECT 1 FROM json_each(m.to_json) a WHERE instr(lower(a.value), r.value))
            AND NOT EXISTS (SELECT 1 FROM json_each(m.cc_json) a
                            WHERE instr(lower(a.value), r.value))))
