-- 4 MiB of words take 14 MB of memory before they become a segment, 8 MiB twice that: too much of
-- the 120 MB that a first sync of 50,000 mails may take.

INSERT INTO search_index (search_index, rank) VALUES ('hashsize', 4194304);
