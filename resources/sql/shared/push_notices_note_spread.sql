UPDATE push_notices SET is_spread = 1 WHERE is_spread = 0;
