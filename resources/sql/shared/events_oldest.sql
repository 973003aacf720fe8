SELECT id, at, length(data) FROM events ORDER BY id LIMIT :max;
