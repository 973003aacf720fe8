UPDATE folders SET path = :path, role = :role WHERE id = :id;
