-- All mails in an order; the reader stops where its page is full.
SELECT m.id FROM mails m /*index*/ ORDER BY /*order*/
