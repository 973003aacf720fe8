-- All indexed mails in an order; the reader stops where its page is full.
SELECT m.id, d.search_row
FROM mails m /*index*/ CROSS JOIN search_docs d ON d.mail_id = m.id
ORDER BY /*order*/
