INSERT INTO push_pauses (origin, until_ms) VALUES (:origin, :until_ms)
ON CONFLICT (origin) DO UPDATE SET until_ms = excluded.until_ms;
