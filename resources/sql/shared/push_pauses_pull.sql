DELETE FROM push_pauses WHERE until_ms > :latest_ms;
