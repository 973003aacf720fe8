SELECT n.hash, n.thread_id FROM json_each(:hashes) j CROSS JOIN thread_nodes n ON n.hash = j.value;
