INSERT INTO counters (account_id, folder_id, listing, is_read, is_starred, has_attachment, n)
VALUES (:account_id, :folder_id, :listing, :is_read, :is_starred, :has_attachment, :n)
ON CONFLICT (account_id, folder_id, listing, is_read, is_starred, has_attachment)
DO UPDATE SET n = counters.n + excluded.n;
