-- What each run of a service committed last, by the number of its transaction. After the answer to a
-- COMMIT was lost, the number says whether that transaction is stored.
CREATE TABLE commit_marks (
    run TEXT COLLATE "C" PRIMARY KEY,
    mark BIGINT NOT NULL,
    at BIGINT NOT NULL
);
