-- Nobody else has this file open, so every lease is of a process that ended.
UPDATE webhook_calls SET lease = '', next_attempt_at_ms = :now_ms WHERE lease <> '';
