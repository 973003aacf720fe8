-- How many there are, and one page of them. What stands between the marks is put in by
-- vectorplan.cpp; the index is asked once.
WITH hits AS MATERIALIZED (
    SELECT /*id*/ AS id, /*key*/ AS sort FROM /*from*/ WHERE /*where*/ TRUE
)
SELECT counted.n, page.id
FROM (SELECT count(*) AS n FROM hits) AS counted
     LEFT JOIN (SELECT id, sort FROM hits
                ORDER BY sort /*direction*/, id /*direction*/
                LIMIT :limit OFFSET :offset) AS page ON TRUE
ORDER BY page.sort /*direction*/, page.id /*direction*/;
