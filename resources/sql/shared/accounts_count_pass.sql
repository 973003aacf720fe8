UPDATE accounts SET passes = passes + 1 WHERE id = :id;
