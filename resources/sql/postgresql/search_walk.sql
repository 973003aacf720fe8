-- One page of them, walking the index of its order until the page is full.
SELECT /*id*/ id FROM mails
WHERE /*mails*/
      (/*id*/ id IN (SELECT d.mail_id FROM search_docs d WHERE /*entries*/ TRUE)) IS TRUE
ORDER BY /*order*/ id
LIMIT :limit OFFSET :offset;
