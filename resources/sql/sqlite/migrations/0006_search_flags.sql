-- The same for the two filters that most searches have and few mails pass.

CREATE INDEX mails_unread_by_search_row ON mails
    (search_row, listing, is_starred, has_attachment, created_at)
    WHERE is_read = 0 AND search_row IS NOT NULL;

CREATE INDEX mails_starred_by_search_row ON mails
    (search_row, listing, is_read, has_attachment, created_at)
    WHERE is_starred = 1 AND search_row IS NOT NULL;
