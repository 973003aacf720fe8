-- One object: the conversation of each hash.
INSERT INTO thread_nodes (hash, thread_id)
SELECT CAST(key AS BIGINT), CAST(value AS BIGINT) FROM json_each_text(CAST(:nodes AS json));
