DELETE FROM push_notices WHERE created_at <= :before
    OR (is_spread = 1 AND NOT EXISTS (SELECT 1 FROM push_jobs j WHERE j.notice_id = push_notices.id));
