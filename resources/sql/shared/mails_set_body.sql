UPDATE mails
SET summary = :summary, is_html = :is_html, body_state = :body_state, search_state = 1
WHERE id = :id;
