SELECT id FROM folders WHERE path = :path AND (:account IS NULL OR account_id = :account)
