-- How many mails were indexed since the pieces of the index were last brought together.

ALTER TABLE search_meta ADD COLUMN unmerged INTEGER NOT NULL DEFAULT 0;
