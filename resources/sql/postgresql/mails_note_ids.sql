-- Ids are never given out again, not even after their mail is gone.
SELECT setval('mails_id_seq', :last);
