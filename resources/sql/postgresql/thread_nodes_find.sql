SELECT hash, thread_id FROM thread_nodes WHERE hash = ANY (CAST(:hashes AS BIGINT[]));
