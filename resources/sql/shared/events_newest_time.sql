-- 0: there is none.
SELECT COALESCE((SELECT at FROM events ORDER BY id DESC LIMIT 1), 0)
