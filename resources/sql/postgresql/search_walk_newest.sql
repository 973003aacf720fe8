-- As search_newest.sql, of the hits that /*mails*/ lets through. From an index of the list alone: the
-- low bits of a sort key are the id. IS TRUE keeps the planner from looking up each hit.
SELECT count(*),
       array_to_string(array_agg(sort_key) FILTER (WHERE sort_key /*within*/ >= COALESCE(
           (SELECT m.sort_key FROM mails m ORDER BY m.sort_key /*direction*/ DESC
            LIMIT 1 OFFSET :reach), :edge)), ',')
FROM mails
WHERE /*mails*/
      ((sort_key & 1073741823) IN (SELECT d.mail_id FROM search_docs d WHERE /*entries*/ TRUE))
          IS TRUE;
