UPDATE outbox SET handed_over = 1
WHERE id = :id AND status = 'sending' AND claimed_by = :run;
