-- How many hits /*mails*/ lets through, and those among its first :reach mails, as place << 30 | id. All
-- of one pass over the hits; of mails nothing but indexes is read, where the low bits of a sort key
-- are the id. What stands between the marks is put in by vectorsearch.cpp.
WITH foremost AS MATERIALIZED (
    SELECT listed.id, row_number() OVER () AS place
    FROM (SELECT /*id*/ id FROM mails WHERE /*mails*/ TRUE ORDER BY /*order*/ id LIMIT :reach)
        AS listed
)
SELECT count(*),
       array_to_string(array_agg(f.place << 30 | f.id) FILTER (WHERE f.id IS NOT NULL), ',')
FROM search_docs d
     /*filtered*/
     LEFT JOIN foremost f ON f.id = d.mail_id
WHERE /*entries*/ TRUE;
