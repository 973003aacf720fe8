-- Whether there are :most of them; the first found are enough.
SELECT count(*) FROM (SELECT 1 FROM search_docs d WHERE /*entries*/ TRUE LIMIT :most) AS found;
