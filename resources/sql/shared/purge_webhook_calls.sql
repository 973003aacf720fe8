DELETE FROM webhook_calls
WHERE notice_id IN (SELECT id FROM webhook_notices WHERE account_id = :account_id);
