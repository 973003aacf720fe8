UPDATE folders SET compared_at = 0;
