-- Full text search. The tokens are made by store/search/text/searchtext.h; store/search/index/searchvector.h says what stands
-- in a row and how it is asked for.

-- tokens, a line each: sender, subject, body, and once more what is found in sender and subject alone.
CREATE TABLE search_docs (
    mail_id BIGINT PRIMARY KEY,
    sort_key BIGINT NOT NULL, -- of the mail
    account_id BIGINT NOT NULL, -- as they were when the mail was indexed
    folder_id BIGINT NOT NULL,
    tokens TEXT COLLATE "C" NOT NULL
);

-- The tokens go out of line: what a search walks over is a row of 80 bytes.
ALTER TABLE search_docs SET (toast_tuple_target = 128);

CREATE INDEX search_docs_tokens ON search_docs USING gin (CAST(tokens AS tsvector));

-- Statistics would be made by reading the texts of thousands of mails, and nothing needs them.
ALTER TABLE search_docs ALTER COLUMN tokens SET STATISTICS 0;

ALTER INDEX search_docs_tokens ALTER COLUMN 1 SET STATISTICS 0;

-- One row. unmerged: how many mails were indexed since the index was last brought in order.
CREATE TABLE search_meta (
    text_version BIGINT NOT NULL,
    unmerged BIGINT NOT NULL
);

INSERT INTO search_meta (text_version, unmerged) VALUES (0, 0);
