-- Which row of the full text index a mail has, with all that a search is filtered by in one index:
-- what a common word finds is compared with it as a whole, not mail by mail. NULL: not indexed.

ALTER TABLE mails ADD COLUMN search_row INTEGER;

UPDATE mails SET search_row = (SELECT search_row FROM search_docs WHERE mail_id = mails.id);

CREATE INDEX mails_by_search_row ON mails
    (search_row, listing, is_read, is_starred, has_attachment, created_at)
    WHERE search_row IS NOT NULL;
