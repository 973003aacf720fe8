DELETE FROM drafts WHERE account_id = :account_id;
