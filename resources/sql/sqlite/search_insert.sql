INSERT INTO search_index (rowid, sender, subject, body, sender_parts, subject_parts, scope)
VALUES (:row, :sender, :subject, :body, :sender_parts, :subject_parts, :scope)
