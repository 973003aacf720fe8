-- The exact text that was indexed: SQLite does not say when it is another.
INSERT INTO search_index
    (search_index, rowid, sender, subject, body, sender_parts, subject_parts, scope)
VALUES ('delete', :row, :sender, :subject, :body, :sender_parts, :subject_parts, :scope)
