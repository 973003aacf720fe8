SELECT token, is_complete, created_at FROM uploads;
