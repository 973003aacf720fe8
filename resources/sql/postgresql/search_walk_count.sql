-- How many hits /*mails*/ lets through; see search_walk_newest.sql.
SELECT count(*) FROM mails
WHERE /*mails*/
      ((sort_key & 1073741823) IN (SELECT d.mail_id FROM search_docs d WHERE /*entries*/ TRUE))
          IS TRUE;
