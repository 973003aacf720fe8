-- One page of the hits, walking the index of its order until the page is full. IS TRUE keeps the
-- planner from looking up each hit.
SELECT /*id*/ id FROM mails
WHERE /*mails*/
      (/*own*/ id IN (SELECT d.mail_id FROM search_docs d WHERE /*entries*/ TRUE)) IS TRUE
ORDER BY /*order*/ id
LIMIT :limit OFFSET :offset;
