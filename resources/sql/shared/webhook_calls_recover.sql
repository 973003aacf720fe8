-- Leases of a node that is gone run out by themselves, as it may be another one that lives.
UPDATE webhook_calls SET lease = '' WHERE lease <> '' AND next_attempt_at_ms <= :now_ms;
