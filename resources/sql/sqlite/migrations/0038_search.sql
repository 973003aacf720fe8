-- SPDX-License-Identifier: GPL-3.0-or-later
-- The deleted documents of a segment are counted from search_gone: a counter would be one row that every deletion
-- and every merge changes.
ALTER TABLE search_segments DROP COLUMN gone;

-- Searches with a filter on attachments read this index instead of all mails.
CREATE INDEX mails_with_attachment ON mails
    (sort_key, account_id, folder_id, listing, is_read, is_starred, has_attachment)
    WHERE has_attachment = 1;

-- All folders are compared with the server at the next visit: mails that were answered were not marked before.
UPDATE folders SET compared_at = 0;
