-- How many hits there are, and the sort keys of those among the foremost mails of all: not beyond the
-- mail that :reach others come before. What stands between the marks is put in by vectorsearch.cpp.
SELECT count(*),
       array_to_string(array_agg(d.sort_key) FILTER (WHERE d.sort_key /*within*/ >= COALESCE(
           (SELECT m.sort_key FROM mails m ORDER BY m.sort_key /*direction*/ DESC
            LIMIT 1 OFFSET :reach), :edge)), ',')
FROM search_docs d
WHERE /*entries*/ TRUE;
