UPDATE outbox SET claimed_until_ms = :until_ms WHERE status = 'sending' AND claimed_by = :run;
