-- One object: the conversation of each hash.
INSERT INTO thread_nodes (hash, thread_id) SELECT CAST(key AS INTEGER), value FROM json_each(:nodes);
