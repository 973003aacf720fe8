INSERT INTO outbox (account_id, user_id, status, handed_over, wants_queue, needs_utf8, message_id,
                    sender, recipients, to_json, subject, size, attempts, next_attempt_at_ms,
                    give_up_at_ms, failure, last_error, smtp_code, enhanced_code, response, mail_id,
                    append_at_ms, append_attempts, created_at)
VALUES (:account_id, :user_id, 'queued', 0, :wants_queue, :needs_utf8, :message_id, :sender,
        :recipients, :to_json, :subject, :size, 0, :next_attempt_at_ms, :give_up_at_ms, '', '', 0,
        '', '', 0, 0, 0, :now)
RETURNING id;
