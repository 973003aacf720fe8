-- Conversations: mails that name each other in References and In-Reply-To.

-- Number of the mail's conversation: the id of the first mail that came of it, which may be gone. NULL:
-- the mail is alone in its own.
ALTER TABLE mails ADD COLUMN thread_id INTEGER;

-- 0 not placed yet (stored by an earlier version), 1 placed, 2 placed, and a reply without references
-- may still join it by its subject.
ALTER TABLE mails ADD COLUMN thread_state INTEGER NOT NULL DEFAULT 0;

CREATE INDEX mails_of_thread ON mails
    (thread_id, sort_key, account_id, folder_id, listing, is_read, is_starred, has_attachment)
    WHERE thread_id IS NOT NULL;

CREATE INDEX mails_to_thread ON mails (id) WHERE thread_state = 0 AND body_state <> 0;

-- What conversations are known by: hashes of message ids, and of subject and participants where a reply
-- has no references; each with the owner of the account.
CREATE TABLE thread_nodes (
    hash INTEGER PRIMARY KEY,
    thread_id INTEGER NOT NULL
);

CREATE INDEX thread_nodes_of ON thread_nodes (thread_id);
