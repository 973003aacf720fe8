UPDATE uploads SET expires_at = :until
WHERE is_complete = 1 AND expires_at < :until
    AND EXISTS (SELECT 1 FROM drafts
                WHERE drafts.user_id = uploads.user_id
                    AND drafts.attachments_json LIKE '%' || uploads.token || '%');
