SELECT EXISTS (SELECT 1 FROM mails WHERE account_id = :account_id AND unsettled IS NOT NULL)
       OR EXISTS (SELECT 1 FROM flag_wishes
                  WHERE account_id = :account_id AND (told <> 0 OR sent <> 0));
