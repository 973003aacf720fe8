DELETE FROM push_pauses WHERE until_ms <= :now_ms;
