UPDATE thread_nodes SET thread_id = :into WHERE thread_id = ANY (CAST(:from AS BIGINT[]));
