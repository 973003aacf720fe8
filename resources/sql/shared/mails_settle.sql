UPDATE mails SET unsettled = NULL
WHERE id IN (SELECT m.id FROM mails m JOIN accounts a ON a.id = m.account_id
             WHERE m.account_id = :account_id AND m.unsettled <= a.passes - 3
                   AND (m.listing <> 0 OR a.on_expunge <> 'delete')
             LIMIT :max);
