SELECT count(*) FROM mails m
WHERE m.account_id IN (SELECT value FROM json_each(:accounts))
    AND (:folders IS NULL OR m.folder_id IN (SELECT value FROM json_each(:folders)))
    AND m.listing BETWEEN :low_listing AND :high_listing
    AND (:is_read IS NULL OR m.is_read = :is_read)
    AND (:is_starred IS NULL OR m.is_starred = :is_starred)
    AND (:has_attachment IS NULL OR m.has_attachment = :has_attachment)
    AND (:since IS NULL OR m.created_at >= :since)
    AND (:before IS NULL OR m.created_at < :before)
    AND m.id > :after_id
    AND (:recipients IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:recipients) r
        WHERE NOT EXISTS (SELECT 1 FROM json_each(m.to_json) a WHERE instr(lower(a.value), r.value))
            AND NOT EXISTS (SELECT 1 FROM json_each(m.cc_json) a
                            WHERE instr(lower(a.value), r.value))))
